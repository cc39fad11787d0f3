import type { PairingOffer } from '../../features/device/pairing-token.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { paths } from '../../lib/paths.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { QuietLink } from '../../pages/parts.tsx'
import { When } from '../../pages/format.tsx'
import { drawCodes, QrCode } from '../../pages/qr-code.tsx'
import { deviceParts, deviceScript } from './device-script.ts'
import { showRoom } from '../kit/frame.tsx'
import type { Asked } from '../../http/route.ts'

/** Shows the codes that were just issued, this once; printed, a sheet to cut up and hand to people. */
export async function showPairingSheet(asked: Asked, offers: readonly PairingOffer[]): Promise<string> {
  const { language, tenant } = asked.request
  const words = deviceTexts[language]
  const title = words.sheetTitle({ count: offers.length })
  const drawn = await drawCodes(offers.map(({ pairingUrl }) => pairingUrl))
  return showRoom(
    asked,
    { title, area: 'devices', scriptPath: deviceScript.path },
    <p class="prose not-printed">{words.sheetLead}</p>,
    <p class="prose not-printed" {...{ [deviceParts.printHelp]: '' }}>
      {words.printHelp}
    </p>,
    <button class="button" type="button" hidden {...{ [deviceParts.print]: '' }}>
      {words.print({ count: offers.length })}
    </button>,
    <ul class="sheet">
      {offers.map((offer) => (
        <li key={offer.deviceId}>
          <div>
            <p class="muted small">{organisationName(tenant)}</p>
            <h2>{offer.name}</h2>
          </div>
          <QrCode drawn={drawn} text={offer.pairingUrl} label={words.codeOf({ name: offer.name })} />
          <ol class="small">
            {words.sheetSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p class="small">
            {words.sheetOnce}. {words.sheetUntil} <When at={offer.expiresAt} withinSentence />
          </p>
          <a class="small not-printed" href={offer.pairingUrl}>
            {offer.pairingUrl}
          </a>
        </li>
      ))}
    </ul>,
    <p class="not-printed">
      <QuietLink to={paths.devices}>{words.done}</QuietLink>
    </p>,
  )
}

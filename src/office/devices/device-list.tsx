import { deviceState, isRetired } from '../../features/device/device.ts'
import { settingsOf } from '../../features/device/device-settings.ts'
import type { AdmittingDevice } from '../../features/ticket/inside.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { When } from '../../pages/format.tsx'
import { Submit } from '../../pages/parts.tsx'
import { type Column, DataTable } from '../kit/table.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

type ListProps = { readonly devices: readonly AdmittingDevice[] }

/** Lists the devices that are not archived, to be chosen for new codes. @param now when they were read */
export function CodesForm({ devices, now }: ListProps & { readonly now: Date }) {
  const words = useTexts(deviceTexts)
  return (
    <form method="post" action={paths.devicesCodes} id="codes">
      <input type="hidden" name="shown" value={now.toISOString()} />
      <DeviceTable
        label={words.title}
        devices={devices}
        more={[
          {
            name: words.columns.choose,
            show: (device) =>
              isRetired(device, now) ? null : (
                <input
                  type="checkbox"
                  name="device"
                  value={device.id}
                  aria-label={words.choose({ name: device.name })}
                />
              ),
          },
        ]}
      />
      <p class="muted small">{words.codesHelp}</p>
      <Submit look="quiet">{words.codesButton}</Submit>
    </form>
  )
}

type TableProps = ListProps & { readonly label: string; readonly more?: readonly Column<AdmittingDevice>[] }

export function DeviceTable({ devices, label, more = [] }: TableProps) {
  const { language, now } = useReader()
  const words = deviceTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={label}
      rows={devices}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.name,
          show: (device) => (
            <>
              <a href={at(paths.device, { uuid: device.id })}>{device.name}</a>{' '}
              <span class="muted small">{words.roles[settingsOf(device).role]}</span>
            </>
          ),
        },
        { name: columns.state, bare: true, show: (device) => words.states[deviceState(device, now)] },
        { name: columns.gate, show: (device) => device.gate || null },
        {
          name: columns.events,
          bare: true,
          show: ({ eventIds }) => (eventIds === null ? words.allEvents : words.someEvents({ count: eventIds.length })),
        },
        {
          name: columns.seen,
          show: ({ lastSeenAt }) => (lastSeenAt === null ? words.never : <When at={lastSeenAt} />),
        },
        { name: columns.tonight, figures: true, show: ({ admitted }) => admitted },
        ...more,
      ]}
    />
  )
}

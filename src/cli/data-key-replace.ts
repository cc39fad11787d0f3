import { replaceAndReseal } from '../features/payment/reseal-keys.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { readSecretKey } from '../start/secret-key.ts'
import { serviceCommand } from './command.ts'

export const command = serviceCommand({
  remark:
    'For when somebody may know the data key: whoever had the secret together with a copy of the database. Rotate the secret\nfirst. Signing, payment and wallet keys are sealed anew; links in mails that were sent and cards of members that were\nshown end, and are found again by signing in. The service may run. When it is interrupted, run it again.',
  async run(context, { config }) {
    const secret = createSecretBox(await readSecretKey(config))
    const { resealed, wasUnderWay } = await replaceAndReseal(context, secret, context.reloadSecrets)
    return {
      json: { sealed_anew: resealed, was_under_way: wasUnderWay },
      text: `${resealed} keys are sealed under ${wasUnderWay ? 'the' : 'a'} new data key. The former one ends by itself within two hours.`,
    }
  },
})

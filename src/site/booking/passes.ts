import type { TObject } from 'typebox'
import { orNotFound } from '../../errors.ts'
import { makeApplePass, makeGoogleLink, type PassChoice } from '../../features/wallet/make-pass.ts'
import { walletFile } from '../../features/wallet/wallet.ts'
import type { Call } from '../../http/section.ts'
import type { pageSection } from '../../pages/page-section.ts'

/**
 * Adds a ticket as Apple's file, and as a redirect to its page at Google; not found where there is no pass.
 *
 * @param choose finds the ticket. @throws AppError not_found, too_many_requests
 */
export function addPasses<Params extends TObject>(
  { get }: Pick<ReturnType<typeof pageSection<Params>>, 'get'>,
  choose: (call: Call<undefined, Params>) => Promise<PassChoice>,
): void {
  get(walletFile('apple'), {
    handler: async (call) => {
      const pass = orNotFound(await makeApplePass(call.context, await choose(call)))
      call.reply.headers({
        'content-type': pass.contentType,
        'content-disposition': `attachment; filename="${pass.filename}"`,
        'cache-control': 'no-store',
      })
      return pass.content
    },
  })

  get(walletFile('google'), {
    description: 'Leads to the address at Google that holds the ticket; nothing is sent there beforehand.',
    handler: async (call) => {
      const link = orNotFound(await makeGoogleLink(call.context, await choose(call)))
      return call.reply.header('cache-control', 'no-store').redirect(link, 303)
    },
  })
}

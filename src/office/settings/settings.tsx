import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerDomains } from './domains.tsx'
import { identityForm } from './identity-form.tsx'
import { lookForm } from './look-form.tsx'
import { registerPaymentKeys } from './payment-keys.tsx'
import { registerPictures } from './pictures.tsx'
import { registerProvider } from './provider.tsx'
import { registerSandbox } from './sandbox.tsx'
import { rulesForm } from './rules-form.tsx'
import { registerSettingsForm } from './settings-form.tsx'
import { registerWalletKeys } from './wallet-keys.tsx'
import { registerFediversePage } from './fediverse.tsx'
import { registerWebsite } from './website.tsx'

/** How the organisation looks, and what its rules are (ADR 0157). */
export function registerSettingsPages(app: FastifyInstance, context: Context): void {
  registerSettingsForm(app, context, identityForm)
  registerSettingsForm(app, context, lookForm)
  registerSettingsForm(app, context, rulesForm)
  registerPictures(app, context)
  registerDomains(app, context)
  registerWebsite(app, context)
  registerFediversePage(app, context)
  registerPaymentKeys(app, context)
  registerWalletKeys(app, context)
  registerProvider(app, context)
  registerSandbox(app, context)
}

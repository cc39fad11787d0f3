import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerAccount } from './account/account.tsx'
import { registerConfirm } from './confirm/confirm.tsx'
import { registerSetUp } from './sign-in/set-up.tsx'
import { registerSignIn } from './sign-in/sign-in.tsx'

/** Every page for people, a line each. */
export function registerPages(app: FastifyInstance, context: Context): void {
  registerSignIn(app, context)
  registerSetUp(app, context)
  registerAccount(app, context)
  registerConfirm(app, context)
}

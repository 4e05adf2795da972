import { Secret, TOTP } from 'otpauth';
import type { TestApi } from '../api.ts';
import { createUser, PASSWORD, type TestUser } from '../factories.ts';
import { codeIn, mailTo, smsTo, tokenIn } from '../outbox.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';

let created = 0;
export type UserWithSecrets = TestUser & {
  phone: string;
  link: string;
  challenge: string;
  code: string;
  secondFactor: () => string;
};

/** A user with a reset link, a code for the phone number and a started two-factor sign-in. */
export async function createUserWithSecrets(api: TestApi): Promise<UserWithSecrets> {
  created += 1;
  const phone = `+491512${String(1_000_000 + created)}`;
  const user = await createUser(api, { phone });
  const { body } = await api.call(twoFactorHttp.enrol, user, { password: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(body['secret']) });
  await api.call(twoFactorHttp.confirm, user, { code: totp.generate() });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  const login = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
  await api.call(passwordsHttp.forgot, null, { email: user.email });
  await api.call(registrationHttp.resendPhone, null, { phone });
  return {
    ...user,
    phone,
    link: tokenIn((await mailTo(api, user.email)).text),
    challenge: login.body['challenge'],
    code: codeIn((await smsTo(api, phone)).text),
    secondFactor: () => totp.generate(),
  };
}

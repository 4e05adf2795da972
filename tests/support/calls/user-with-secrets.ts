import { Secret, TOTP } from 'otpauth';
import type { TestApi } from '../api.ts';
import { createUser, PASSWORD, type TestUser } from '../factories.ts';
import { codeIn, mailTo, smsTo, tokenIn } from '../outbox.ts';

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
  const { body } = await api.post('/api/auth/two-factor/enrol', { key: user.key, body: { password: PASSWORD } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) });
  await api.post('/api/auth/two-factor/confirm', { key: user.key, body: { code: totp.generate() } });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  const login = await api.post('/api/auth/login', { body: { email: user.email, password: PASSWORD } });
  await api.post('/api/users/forgot-password', { body: { email: user.email } });
  await api.post('/api/auth/resend/phone', { body: { phone } });
  return {
    ...user,
    phone,
    link: tokenIn((await mailTo(api, user.email)).text),
    challenge: String(login.body['challenge']),
    code: codeIn((await smsTo(api, phone)).text),
    secondFactor: () => totp.generate(),
  };
}

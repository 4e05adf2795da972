/** @module-tag full */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '@belfry/api/db/client';
import { probePort } from '@belfry/infra/local/ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT, SERVICE_SECRET } from '../../../support/api.ts';
import { createHttpClient, type HttpClient, pathOf } from '../../../support/http-client.ts';
import { codeIn, mailTo, smsTo, tokenIn } from '../../../support/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/postgres/postgres.ts';
import { until } from '../../../support/until.ts';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration } from '../../../support/accounts.ts';

const MAIN = fileURLToPath(new URL('../../../../api/src/main.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
let api: HttpClient;
let said = '';
let end: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'belfry-logs-'));
  const port = await probePort(0, '127.0.0.1');
  const env = {
    HTTP_PORT: String(port),
    HTTP_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SERVICE_SECRET,
    ROOT_EMAIL: ROOT.email,
    ROOT_PASSWORD: ROOT.password,
    LOG_LEVEL: 'trace',
    MQTT_URL: 'mqtt://127.0.0.1:1',
  };
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...env } });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  end = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  api = createHttpClient(`http://127.0.0.1:${port}`);
  // There is no broker here, so the api is never ready. It says so when its background jobs, which send messages, have started.
  await until('it listens', () => said.includes('"listening"'));
});
afterAll(async () => {
  await end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('describe events without secrets, even at the most verbose level', async () => {
  const outbox = { config: { DATA_DIR: folder } };
  const user = newRegistration({ password: 'Very-secret-1' });
  const { email, phone, password } = user;
  await api.call(registrationHttp.register, null, { ...user });
  const mailed = codeIn((await mailTo(outbox, email)).text);
  await api.call(registrationHttp.confirmEmail, null, { email, code: mailed });
  const texted = codeIn((await smsTo(outbox, phone)).text);
  await api.call(registrationHttp.confirmPhone, null, { phone, code: texted });
  const login = await api.call(authHttp.signIn, null, { email, password });
  const key = login.body['user_key'];
  await api.call(usersHttp.profile, { key });
  await api.call(passwordsHttp.forgot, null, { email });
  const token = tokenIn((await mailTo(outbox, email, 2)).text);
  await api.call(passwordsHttp.reset, null, { token, newPassword: 'Other-secret-1' });
  await until('the requests are logged', () => said.includes(pathOf(passwordsHttp.reset)));
  expect(said).toContain('message sent');
  for (const secret of [password, 'Other-secret-1', key, token, email, phone, phone.slice(1)]) {
    expect(said).not.toContain(secret);
  }
  // Four digits also occur in ids and times, so only the fields that could contain a code are checked.
  const places = [mailed, texted].flatMap((code) => [`"${code}"`, ` ${code} `, ` ${code}.`, `>${code}<`, `${code} is`]);
  expect(places.filter((place) => said.includes(place))).toEqual([]);
});

it('contain the cause of an error with its request id, which the caller receives alone', async () => {
  const login = await api.call(authHttp.signIn, null, { ...ROOT });
  const key = login.body['user_key'];
  const pool = createPool(database.url, { max: 1, name: 'belfry-test' });
  await pool.query('alter table recovery_codes rename column user_id to lost');
  const answer = await api.call(twoFactorHttp.read, { key });
  await pool.query('alter table recovery_codes rename column lost to user_id');
  await pool.end();
  const request_id = String(answer.headers.get('x-request-id'));
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    request_id,
  });
  const lines = () => said.split('\n').filter((line) => line.includes(request_id));
  await until('it is logged', () => lines().some((line) => /unexpected error/.test(line) && /user_id/.test(line)));
});

/** @module-tag full */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { probePort } from '@belfry/infra/local/ports';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startApi } from '@belfry/api/server';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { SERVICE_SECRET, testConfig } from '../../../support/api.ts';
import { startTestStore } from '../../../support/database.ts';
import { createFakeBroker } from '../../../support/services/fake-broker.ts';
import { createHttpClient } from '../../../support/http-client.ts';
import { startSmtp } from '../../../support/providers/smtp.ts';
import { until } from '../../../support/until.ts';
import { newRegistration } from '../../../support/accounts.ts';

/** Of a process, and until another one takes over its job; both many times what a machine needs that does nothing else. */
const START_MS = 60_000;
const TAKEOVER_MS = 60_000;
const API = resolve(import.meta.dirname, '../../../../api/src/main.ts');

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A mail server that accepts connections and never says a word. */
async function startSilentSmtp(port: number): Promise<{ connections: () => number; stop: () => Promise<unknown> }> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count += 1;
    socket.on('error', () => undefined);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { connections: () => count, stop: () => once(server.close(), 'close') };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('a mail that a killed api had begun to send is sent once by another one', async () => {
  const store = await startTestStore();
  stops.push(store.stop);
  const [smtpPort, port, internalPort] = [
    await probePort(0, '127.0.0.1'),
    await probePort(0, '127.0.0.1'),
    await probePort(0, '127.0.0.1'),
  ];
  const env = {
    DATABASE_URL: store.url,
    SERVICE_SECRET,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    DATA_DIR: '/nonexistent',
  };
  const silent = await startSilentSmtp(smtpPort);
  const child = spawn(process.execPath, [API], {
    env: {
      ...env,
      PATH: process.env['PATH'],
      HTTP_PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ROOT_EMAIL: 'root@belfry.test',
      ROOT_PASSWORD: 'Root-pass-1',
    },
    stdio: 'inherit',
  });
  stops.push(() => kill(child));
  const http = createHttpClient(`http://127.0.0.1:${port}`);
  const user = newRegistration();
  await until(
    'the registration',
    () =>
      http
        .call(registrationHttp.register, null, user)
        .then(({ status }) => status === 200)
        .catch(() => false),
    Boolean,
    START_MS,
  );
  await until('the mail is being sent', () => silent.connections() > 0);
  await kill(child);
  await silent.stop();

  const server = await startSmtp(smtpPort);
  stops.push(server.stop);
  // The process died long ago.
  await sql`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(store.db);
  const other = await startApi(testConfig(env), { broker: createFakeBroker() });
  stops.push(other.stop);
  const message = () =>
    store.db.selectFrom('outgoing_messages').selectAll().where('recipient', '=', user.email).executeTakeFirstOrThrow();
  const sent = await until('it is sent', message, ({ state }) => state === 'sent', TAKEOVER_MS);
  expect(sent).toMatchObject({ attempts: 1, last_error: null });
  expect(server.mails.map(({ to }) => to?.[0]?.address)).toEqual([user.email]);
}, 240_000);

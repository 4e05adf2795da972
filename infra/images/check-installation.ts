import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { z } from 'zod';

/**
 * Checks a running installation from outside, as a browser sees it: `register` checks the console and registers the devices on standard
 * input (lines of JSON with serial and pass) for the user; `live` waits until all of them are online in the live stream.
 */
const TIMEOUT_MS = 120_000;
const ATTEMPT_MS = 5_000;

const deviceSchema = z.object({ serial: z.string(), pass: z.string() });
const signedInSchema = z.object({ user_key: z.string(), id: z.int() });
type Installation = { url: string; ws: string; email: string; password: string };

async function call(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
  return { status: response.status, text: await response.text() };
}

function post(url: string, body: object, key?: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: key }) };
  return call(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

function expectStatus(what: string, { status, text }: { status: number; text: string }, ...expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`);
}

async function signIn({ url, email, password }: Installation): Promise<z.infer<typeof signedInSchema>> {
  const answer = await post(`${url}/api/auth/login`, { email, password });
  expectStatus('sign-in', answer, 200);
  return signedInSchema.parse(JSON.parse(answer.text));
}

async function register(installation: Installation, devices: readonly z.infer<typeof deviceSchema>[]): Promise<void> {
  const { url } = installation;
  const page = await call(url);
  expectStatus('the console', page, 200);
  if (!/<title>/.test(page.text)) throw new Error('the console: this is no page');
  for (const path of ['/metrics', '/internal/broker/authenticate'])
    expectStatus(path, await call(`${url}${path}`), 404);
  const { user_key } = await signIn(installation);
  for (const { serial, pass } of devices)
    expectStatus(`device ${serial}`, await post(`${url}/api/devices/user/register`, { serial, pass }, user_key), 200, 201);
}

async function waitUntilOnline(installation: Installation, serials: readonly string[]): Promise<void> {
  const { user_key, id } = await signIn(installation);
  const client = await mqtt.connectAsync(installation.ws, {
    clientId: `${id}-check`,
    username: String(id),
    password: user_key,
    connectTimeout: ATTEMPT_MS,
    reconnectPeriod: 0,
  });
  const missing = new Set(serials);
  const done = Promise.withResolvers<void>();
  client.on('message', (topic, payload) => {
    const { status } = z.object({ status: z.string() }).parse(JSON.parse(payload.toString()));
    const parsed = parseTopic(topic);
    if (status === 'online' && parsed?.kind === 'status') missing.delete(parsed.serial);
    if (missing.size === 0) done.resolve();
  });
  const timer = setTimeout(() => done.reject(new Error(`not online: ${[...missing].join(', ')}`)), TIMEOUT_MS);
  await client.subscribeAsync(
    serials.map((serial) => topics.status(serial)),
    { qos: 1 },
  );
  await done.promise.finally(() => clearTimeout(timer));
  await client.endAsync();
}

const { values, positionals } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    ws: { type: 'string' },
    email: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const installation = { ...values, ws: values.ws ?? `${values.url.replace(/^http/, 'ws')}/mqtt` };
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const devices = lines.map((line) => deviceSchema.parse(JSON.parse(line)));
try {
  if (positionals[0] === 'register') await register(installation, devices);
  else await waitUntilOnline(installation, devices.map(({ serial }) => serial));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

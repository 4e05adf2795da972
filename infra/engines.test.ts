import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './local/paths.ts';

const INFRA = join(ROOT, 'infra');
const read = (file: string): string => readFileSync(join(INFRA, file), 'utf8');

describe('the start script of RabbitMQ', () => {
  const values = {
    API_URL: 'http://api:8085',
    SERVICE_SECRET: 'the-service-secret',
    ENGINE_SECRET: 'the-engine-secret',
    ENGINE_USER: 'belfry',
    ENGINE_PASSWORD: 'the-password',
  };
  let folder: string;
  const start = (env: Record<string, string>) =>
    spawnSync('sh', [join(INFRA, 'engines/rabbitmq/start.sh')], {
      env: { PATH: process.env['PATH'], FOLDER: folder, RABBITMQ_START: 'echo', ...env },
      encoding: 'utf8',
    });
  const written = (file: string): string => readFileSync(join(folder, file), 'utf8');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'belfry-engine-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes the configuration with all values, which nobody else can read, and starts the server', () => {
    expect(start(values)).toMatchObject({ status: 0, stdout: 'rabbitmq-server\n' });
    const files = readdirSync(join(INFRA, 'engines/rabbitmq')).filter((file) => file !== 'start.sh');
    for (const file of files) {
      expect(written(file)).not.toMatch(/@[A-Z_]+@/);
      expect(statSync(join(folder, file)).mode & 0o007).toBe(0);
    }
    const questions = written('rabbitmq.conf').match(/^auth_http\.\w+_path = .*$/gm);
    expect(questions).toEqual(
      ['user', 'vhost', 'resource', 'topic'].map(
        (name) =>
          `auth_http.${name}_path = http://api:8085/internal/engines/rabbitmq/${name}?secret=${values.ENGINE_SECRET}`,
      ),
    );
    const { users } = JSON.parse(written('definitions.json')) as { users: object[] };
    expect(users).toEqual([
      { name: 'service', password: values.SERVICE_SECRET, tags: '' },
      { name: values.ENGINE_USER, password: values.ENGINE_PASSWORD, tags: 'administrator' },
    ]);
  });

  it('gives the server modules to load, which are beside its configuration', () => {
    const script = `. ${folder}/rabbitmq-env.conf; printf '%s\\n' $SERVER_ADDITIONAL_ERL_ARGS`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    const files = [...stdout.matchAll(/"([^"]+\.erl)"/g)].map(([, file]) => file ?? '');
    expect(files).toEqual(
      ['belfry_admission', 'belfry_access', 'belfry_cut_off', 'belfry_sessions'].map((name) =>
        join(folder, `${name}.erl`),
      ),
    );
    for (const file of files) expect(readFileSync(file, 'utf8')).toContain(`-module(${basename(file, '.erl')}).`);
  });

  it('names a missing value', () => {
    const { ENGINE_PASSWORD: _none, ...others } = values;
    const { status, stderr } = start(others);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/ENGINE_PASSWORD/);
  });
});

describe('compose with RabbitMQ', () => {
  const services = z
    .object({ services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()) }).loose()) })
    // The tags that replace what compose.yaml has are compose's own.
    .parse(parse(read('compose.rabbitmq.yaml'), { logLevel: 'silent' })).services;

  it('gives the api the settings that this engine requires, and RabbitMQ the same values', () => {
    const { MQTT_ENGINE_PASSWORD, MQTT_ENGINE_SECRET, ...api } = services['api']?.environment ?? {};
    expect(api).toEqual({
      MQTT_ENGINE: 'rabbitmq',
      MQTT_ENGINE_URL: 'http://broker:15672',
      MQTT_ENGINE_USER: 'belfry',
    });
    const broker = services['broker']?.environment ?? {};
    expect(broker['ENGINE_USER']).toBe(api['MQTT_ENGINE_USER']);
    expect([MQTT_ENGINE_PASSWORD, MQTT_ENGINE_SECRET]).toEqual(['${MQTT_ENGINE_PASSWORD}', '${MQTT_ENGINE_SECRET}']);
    expect(broker['ENGINE_PASSWORD']).toMatch(/^\$\{MQTT_ENGINE_PASSWORD:\?/);
    expect(broker['ENGINE_SECRET']).toMatch(/^\$\{MQTT_ENGINE_SECRET:\?/);
  });

  it('listens where the proxy and the api look for it', () => {
    const script = read('engines/rabbitmq/start.sh');
    const portOf = (name: string): string | undefined => new RegExp(`@${name}@\\|(\\d+)\\|`).exec(script)?.[1];
    expect(read('images/Caddyfile')).toContain(`reverse_proxy broker:${portOf('WS_PORT')}`);
    expect(services['api']?.environment['MQTT_ENGINE_URL']).toBe(`http://broker:${portOf('MANAGEMENT_PORT')}`);
  });

  it('publishes the management to nobody', () => {
    expect(Object.values(services).filter((service) => 'ports' in service)).toEqual([]);
  });
});

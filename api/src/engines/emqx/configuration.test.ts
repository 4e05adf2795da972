import { readFileSync } from 'node:fs';
import { MAX_PACKET_BYTES } from '@belfry/schemas/domain/limits';
import { emqxAuthRequestSchema } from '@belfry/schemas/http/service/engines';
import { expect, it } from 'vitest';

const ROOT = '../../../../';
const read = (path: string): string => readFileSync(new URL(ROOT + path, import.meta.url), 'utf8');
const configuration = read('infra/engines/emqx/base.hocon');

it('the configuration of EMQX sends what the api reads, and nothing else', () => {
  const [, body = ''] = /^    body \{ (.+) \}$/m.exec(configuration) ?? [];
  const names = body.split(', ').map((entry) => entry.split(' = ')[0] ?? '');
  expect(names.toSorted()).toEqual(Object.keys(emqxAuthRequestSchema.shape).toSorted());
});

it('the configuration of EMQX has the limits of the bundled broker, and listens where the proxy looks', () => {
  const [, levels] = /MAX_FILTER_LEVELS: whole\((\d+)/.exec(read('broker/src/config.ts')) ?? [];
  expect(configuration).toContain(`max_packet_size = "${MAX_PACKET_BYTES / 1_024}KB"`);
  expect(configuration).toContain(`max_topic_levels = ${levels}\n`);
  const [, port] = /reverse_proxy broker:(\d+)/.exec(read('infra/images/Caddyfile')) ?? [];
  expect(configuration).toContain(`bind = "0.0.0.0:${port}", websocket.mqtt_path = "/mqtt"`);
});

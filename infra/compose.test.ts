import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './local/paths.ts';

const read = (file: string): string => readFileSync(join(ROOT, 'infra', file), 'utf8');

const serviceSchema = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});
const { services } = z.object({ services: z.record(z.string(), serviceSchema) }).parse(
  // Services use YAML anchors, merged by `<<`.
  parse(read('compose.yaml'), { merge: true }),
);
const environmentOf = (service: string): Record<string, string> => services[service]?.environment ?? {};

/** The api's default, which compose does not change. */
const INTERNAL_PORT = '8085';

describe('compose', () => {
  it('publishes the ports of the proxy, of the broker for devices, and of Prometheus on loopback', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name).toSorted()).toEqual(['broker', 'prometheus', 'proxy']);
    for (const port of services['prometheus']?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const port of services['broker']?.ports ?? []) expect(port).not.toMatch(/8084/);
  });

  it('offers MQTT over TLS with a certificate of the host, and plain MQTT only with an additional file', () => {
    expect(services['broker']?.ports).toEqual(['8883:8883']);
    expect(environmentOf('broker')).toMatchObject({
      MQTT_TLS_PORT: '8883',
      MQTT_TLS_CERT: '/tls/fullchain.pem',
      MQTT_TLS_KEY: '/tls/privkey.pem',
    });
    expect(services['broker']?.volumes).toEqual(['${MQTT_TLS_DIR:?set it in infra/.env}:/tls:ro']);
    expect(read('env.example')).toMatch(/^MQTT_TLS_DIR=\S/m);
    const plain = z
      .object({ services: z.record(z.string(), serviceSchema) })
      .parse(parse(read('compose.plain-mqtt.yaml')));
    expect(Object.keys(plain.services)).toEqual(['broker']);
    expect(plain.services['broker']?.ports).toEqual(['1883:1883']);
  });

  it('sets only settings that the api or the broker has, and passes on all that env.example offers', () => {
    const configSources = globSync(['api/src/config/*.ts', 'broker/src/config.ts'], { cwd: ROOT })
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n');
    const names = ['api', 'broker'].flatMap((part) => Object.keys(environmentOf(part)));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !new RegExp(`\\b${name}: `).test(configSources))).toEqual([]);
    const offered = [...read('env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');
    const used = ['compose.yaml', 'compose.rabbitmq.yaml', 'compose.plain-mqtt.yaml'].map(read).join('\n');
    expect(offered.length).toBeGreaterThan(10);
    expect(offered.filter((name) => !used.includes(`\${${name}`))).toEqual([]);
  });

  it('trusts the address of the proxy only, which it has in the network', () => {
    const address = '${PROXY_ADDRESS:-172.30.83.2}';
    for (const part of ['api', 'broker']) expect(environmentOf(part)).toMatchObject({ TRUST_PROXY: address });
    expect(parse(read('compose.yaml'))).toMatchObject({
      services: { proxy: { networks: { default: { ipv4_address: address } } } },
      networks: {
        default: {
          ipam: {
            config: [{ subnet: '${PROXY_SUBNET:-172.30.83.0/24}', ip_range: '${PROXY_IP_RANGE:-172.30.83.128/25}' }],
          },
        },
      },
    });
  });

  it('serves hooks and metrics to broker and Prometheus on the internal listener', () => {
    expect(environmentOf('api')).toMatchObject({ INTERNAL_HOST: '0.0.0.0' });
    expect(environmentOf('api')['INTERNAL_PORT']).toBeUndefined();
    expect(environmentOf('broker')['API_URL']).toBe(`http://api:${INTERNAL_PORT}`);
    const targets = z
      .object({
        scrape_configs: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
      })
      .parse(parse(read('prometheus/prometheus.yml')))
      .scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((entry) => entry.targets));
    expect(targets).toEqual([`api:${INTERNAL_PORT}`, 'broker:8084']);
  });
});

describe('the images', () => {
  it('listen on every address of their container', () => {
    const targets = read('images/Dockerfile').split(/^FROM /m);
    expect(targets.find((target) => target.startsWith('server AS api'))).toMatch(/^ENV HTTP_HOST=0\.0\.0\.0$/m);
    expect(targets.find((target) => target.startsWith('server AS broker'))).toMatch(/^ENV MQTT_HOST=0\.0\.0\.0$/m);
  });
});

describe('the proxy', () => {
  const caddyfile = read('images/Caddyfile');
  const site = caddyfile.slice(caddyfile.indexOf('{$SITE_ADDRESS}'));

  it('responds to metrics and hook paths itself, before the proxy handlers', () => {
    expect(site).toMatch(/@inside path \/metrics\* \/internal\*\n/);
    // Caddy would sort a `respond` directive outside of `handle` after every `handle`, where it is never reached.
    const handlers = [...site.matchAll(/^\thandle(?: (\S+))? \{\n\t\t(.+)$/gm)].map(([, matcher, act]) => [
      matcher,
      act,
    ]);
    expect(handlers).toEqual([
      ['@inside', 'respond 404'],
      ['/mqtt', 'reverse_proxy broker:8083'],
      [undefined, 'reverse_proxy api:8080'],
    ]);
  });

  it('has only the two public listeners as upstreams', () => {
    expect([...site.matchAll(/reverse_proxy (.+)/g)].map(([, to]) => to)).toEqual(['broker:8083', 'api:8080']);
  });

  it('waits for a request as long as the api, which ends slow bodies itself, so that no steady upload is cut off', () => {
    expect(caddyfile).toMatch(/read_header 15s/);
    const [, minutes] =
      /UPLOAD_TIMEOUT_MS = (\d+) \* 60_000;/.exec(read('../api/src/http/files/receive-time.ts')) ?? [];
    expect(Number(minutes)).toBeGreaterThan(0);
    expect(caddyfile).toContain(`read_body ${minutes}m\n`);
    // With a buffer the api would see no slow client.
    expect(caddyfile).not.toMatch(/request_buffers/);
  });
});

import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { FleetOptions } from './fleet-runner.ts';
import { readOptionFile } from './option-file.ts';

export const USAGE = `Runs a fleet of simulated devices.

  --devices N          how many devices (24)
  --seed TEXT          the same seed gives the same fleet: serials, passes, names, behaviour (1)
  --api URL            the api, for enrolment (http://127.0.0.1:8080)
  --internal URL       the api's internal listener, where missing devices are created (http://127.0.0.1:8085)
  --mqtt URL           the broker (mqtt://127.0.0.1:1883)
  --ca FILE            the certificate authority (PEM) of a broker at mqtts://, if the machine does not trust it
  --interval SECONDS   between two metrics of a device (5)
  --position SECONDS   between two positions of a playing channel (5)
  --ramp SECONDS       until all are connected (10)
  --flaky SHARE        devices that drop connections, answer slowly and fail (0.05)
  --speed FACTOR       by which commands are faster than on a real device (1)
  --state FOLDER       stores the devices' keys, sequence numbers, settings and journals (none: nothing is stored)
  --secret-file FILE   the service secret, with which missing devices are created (or SERVICE_SECRET in the environment)
  --minutes N          ends after N minutes (0: never)
  --quiet              does not print metrics every second
  --list               prints serial number and pass of each device as lines of JSON, and ends
  --help               this text`;

const number = (message: string) => z.coerce.number({ error: message });
const url = (protocol: RegExp, message: string) => z.url({ protocol, error: message });

const optionsSchema = z.object({
  devices: number('a whole number up to 50000').int().min(0).max(50_000),
  seed: z.string().min(1),
  api: url(/^https?$/, 'an address that begins with http:// or https://'),
  internal: url(/^https?$/, 'an address that begins with http:// or https://'),
  mqtt: url(/^mqtts?$/, 'an address that begins with mqtt:// or mqtts://'),
  ca: z.string().min(1).optional(),
  interval: number('seconds').min(0.01),
  position: number('seconds').min(0.1),
  ramp: number('seconds').min(0),
  flaky: number('a share from 0 to 1').min(0).max(1),
  speed: number('a factor above 0').gt(0),
  state: z.string().min(1).optional(),
  minutes: number('minutes').min(0),
  quiet: z.boolean(),
});

const secretSchema = z.string().trim().min(16, 'at least 16 characters').optional();

export type FleetRun = Omit<FleetOptions, 'log'> & { minutes: number; quiet: boolean };
type CommandLine = { kind: 'help' } | { kind: 'invalid'; reason: string } | { kind: 'list' | 'run'; run: FleetRun };

/** Parses the command line and reads the secret; the reason names an invalid value. */
export function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        devices: { type: 'string', default: '24' },
        seed: { type: 'string', default: '1' },
        api: { type: 'string', default: 'http://127.0.0.1:8080' },
        internal: { type: 'string', default: 'http://127.0.0.1:8085' },
        mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        ca: { type: 'string' },
        interval: { type: 'string', default: '5' },
        position: { type: 'string', default: '5' },
        ramp: { type: 'string', default: '10' },
        flaky: { type: 'string', default: '0.05' },
        speed: { type: 'string', default: '1' },
        state: { type: 'string' },
        'secret-file': { type: 'string' },
        minutes: { type: 'string', default: '0' },
        quiet: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const { devices, seed, api, internal, mqtt, ca, interval, position, ramp, state, ...rest } = parse(
      optionsSchema,
      values,
      '--',
    );
    const { SERVICE_SECRET } = parse(
      z.object({ SERVICE_SECRET: secretSchema }),
      secretFrom(values['secret-file'], env),
      '',
    );
    return {
      kind: values.list ? 'list' : 'run',
      run: {
        ...rest,
        devices,
        seed,
        apiUrl: api,
        mqttUrl: mqtt,
        ca: ca === undefined ? undefined : readOptionFile('--ca', ca),
        intervalMs: interval * 1_000,
        positionMs: position * 1_000,
        rampMs: ramp * 1_000,
        stateDir: state,
        provisioning: SERVICE_SECRET === undefined ? undefined : { internalUrl: internal, secret: SERVICE_SECRET },
      },
    };
  } catch (error) {
    return { kind: 'invalid', reason: (error as Error).message };
  }
}

function secretFrom(file: string | undefined, env: NodeJS.ProcessEnv): { SERVICE_SECRET: string | undefined } {
  if (file === undefined) return { SERVICE_SECRET: env.SERVICE_SECRET || undefined };
  return { SERVICE_SECRET: readOptionFile('--secret-file', file) };
}

function parse<T>(schema: z.ZodType<T>, values: unknown, prefix: string): T {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${prefix}${path.join('.')}: ${message}`).join('; '));
}

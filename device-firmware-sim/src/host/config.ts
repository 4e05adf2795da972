import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { parseAddressList, parseIpv4 } from '@belfry/schemas/domain/network-speakers';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { OUTPUTS_MAX } from '@belfry/schemas/domain/outputs';
import { readOptionFile } from '../fleet/option-file.ts';
import { OUTPUT_TYPES } from '../mpd/mpd-config.ts';
import { PAGE_OUTPUT_KINDS, type PageOutputKind } from '../live-pages/piped-output.ts';
import { type GpioLine, parseGpioOutputs } from './gpio.ts';

export const USAGE = `Runs one device on this machine, with real sound by MPD.

  --serial SERIAL      its serial number: 1234-5678-9012-3456; without it, it asks for a code with which it is added in the console
  --pass PASS          the device pass, with which it fetches its key once (or DEVICE_PASS in the environment)
  --pass-file FILE     a file with the device pass
  --api URL            the api: http://host:8080 or https://host (http://127.0.0.1:8080)
  --mqtt URL           the broker, and no other way to it (what the api has said with the key; else the host of --api: mqtts:// on port 8883 where that is https://,
                       else mqtt:// on port 1883; where that is not reached, WebSocket: wss://host/mqtt, through HTTPS_PROXY if there is one)
  --ca FILE            the certificate authority (PEM) of a broker at mqtts://, if the machine does not trust it
  --language CODE      in which it speaks its code (that of this machine)
  --data FOLDER        its key, settings, receipts and audio files (data/device)
  --players KIND       mpd, or simulated: without sound (mpd)
  --output KIND        where MPD plays: ${OUTPUT_TYPES.join(', ')} (alsa)
  --sound-device NAME  the ALSA device or PulseAudio sink; with --output fifo the folder of the named pipes
  --page-output KIND   where live pages play, beside MPD: ${PAGE_OUTPUT_KINDS.join(', ')} (by --output: aplay, pw-cat for pulse, or the same)
  --rtp-interface ADDRESS  the network to which sound for network speakers is sent by multicast, by the address of this machine in it (that of the route)
  --rtp-allow LIST     addresses and networks to which sound may be sent besides multicast and private ones, as NETWORK_SPEAKER_ALLOW of the server
  --home-assistant URL a Home Assistant, whose media players it carries: http://homeassistant.local:8123
  --home-assistant-token-file FILE  a file with its long-lived access token (or HOME_ASSISTANT_TOKEN in the environment)
  --microphone NAME    the ALSA device that hears the loudspeakers, for the self-test
  --self-test          plays a test tone on each player, tells whether the microphone has heard it, and ends
  --gpio-outputs LIST  relays and strobes at GPIO lines, switched by gpioset: strobe=gpiochip0:17,relay=gpiochip0:27:low (low: on where the line is low)
  --interval SECONDS   between two metrics (5)
  --allow-reboot       lets users with the right to do so restart this machine
  --help               this text`;

const TOKEN_MAX = 1_000;

const url = (protocol: RegExp, message: string) => z.url({ protocol, error: message });

const optionsSchema = z
  .object({
    serial: serialSchema.optional(),
    pass: z.string().min(1).max(DEVICE_PASS_MAX).optional(),
    api: url(/^https?$/, 'an address that begins with http:// or https://'),
    mqtt: url(/^(?:mqtt|ws)s?$/, 'an address that begins with mqtt://, mqtts://, ws:// or wss://').optional(),
    ca: z.string().optional(),
    language: z.string().max(35),
    data: z.string().min(1),
    players: z.enum(['mpd', 'simulated']),
    output: z.enum(OUTPUT_TYPES),
    'sound-device': z.string().min(1).optional(),
    'page-output': z.enum(PAGE_OUTPUT_KINDS).optional(),
    'rtp-interface': z
      .string()
      .refine((text) => parseIpv4(text) !== null, 'an IPv4 address of this machine')
      .optional(),
    'rtp-allow': z
      .string()
      .refine(
        (list) => list === '' || parseAddressList(list) !== null,
        'IPv4 addresses and networks, with commas between',
      ),
    'home-assistant': url(/^https?$/, 'an address that begins with http:// or https://').optional(),
    'home-assistant-token': z.string().max(TOKEN_MAX),
    microphone: z.string().min(1).optional(),
    'gpio-outputs': z
      .string()
      .transform(parseGpioOutputs)
      .refine((lines) => lines !== null && lines.size <= OUTPUTS_MAX, 'NAME=CHIP:LINE, with commas between'),
    'self-test': z.boolean(),
    interval: z.coerce.number({ error: 'seconds' }).min(0.01),
    'allow-reboot': z.boolean(),
  })
  .transform(({ api, mqtt, interval, ...options }) => ({
    serial: options.serial,
    pass: options.pass,
    apiUrl: api,
    mqttUrl: mqtt,
    language: options.language,
    ca: options.ca,
    folder: options.data,
    players: options.players,
    output: options.output,
    soundDevice: options['sound-device'],
    pageOutput: options['page-output'] ?? pageOutputBeside(options),
    rtpInterface: options['rtp-interface'],
    rtpAllow: options['rtp-allow'],
    homeAssistant:
      options['home-assistant'] === undefined
        ? null
        : { url: options['home-assistant'], token: options['home-assistant-token'] },
    microphone: options.microphone,
    gpioOutputs: options['gpio-outputs'] ?? new Map<string, GpioLine>(),
    selfTest: options['self-test'],
    intervalMs: interval * 1_000,
    allowReboot: options['allow-reboot'],
  }));

type OutputType = (typeof OUTPUT_TYPES)[number];
const PAGE_OUTPUT_BESIDE: Record<OutputType, PageOutputKind> = {
  alsa: 'aplay',
  pulse: 'pw-cat',
  fifo: 'fifo',
  null: 'null',
};

const pageOutputBeside = ({ players, output }: { players: string; output: OutputType }): PageOutputKind =>
  players === 'simulated' ? 'null' : PAGE_OUTPUT_BESIDE[output];

export type HostRun = z.infer<typeof optionsSchema>;
type CommandLine = { kind: 'help' } | { kind: 'invalid'; reason: string } | { kind: 'run'; run: HostRun };

/** Parses the command line and reads the files that it names; the reason names an invalid value. */
export function parseCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        serial: { type: 'string' },
        pass: { type: 'string' },
        'pass-file': { type: 'string' },
        api: { type: 'string', default: 'http://127.0.0.1:8080' },
        mqtt: { type: 'string' },
        ca: { type: 'string' },
        language: { type: 'string', default: languageOf(env) },
        data: { type: 'string', default: 'data/device' },
        players: { type: 'string', default: 'mpd' },
        output: { type: 'string', default: 'alsa' },
        'sound-device': { type: 'string' },
        'page-output': { type: 'string' },
        'rtp-interface': { type: 'string' },
        'rtp-allow': { type: 'string', default: env['NETWORK_SPEAKER_ALLOW'] ?? '' },
        'home-assistant': { type: 'string' },
        'home-assistant-token-file': { type: 'string' },
        microphone: { type: 'string' },
        'gpio-outputs': { type: 'string', default: '' },
        'self-test': { type: 'boolean', default: false },
        interval: { type: 'string', default: '5' },
        'allow-reboot': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const passFile = values['pass-file'];
    const pass = passFile === undefined ? values.pass : readOptionFile('--pass-file', passFile).trim();
    const ca = values.ca === undefined ? undefined : readOptionFile('--ca', values.ca);
    const tokenFile = values['home-assistant-token-file'];
    const token =
      tokenFile === undefined
        ? (env['HOME_ASSISTANT_TOKEN'] ?? '')
        : readOptionFile('--home-assistant-token-file', tokenFile).trim();
    const parsed = optionsSchema.safeParse({
      ...values,
      pass: pass ?? (env['DEVICE_PASS'] || undefined),
      ca,
      'home-assistant-token': token,
    });
    if (parsed.success) return { kind: 'run', run: parsed.data };
    return { kind: 'invalid', reason: parsed.error.issues.map(issueText).join('; ') };
  } catch (error) {
    return { kind: 'invalid', reason: (error as Error).message };
  }
}

const issueText = ({ path, message }: z.core.$ZodIssue): string => `--${path.join('.')}: ${message}`;

/** `LANG=de_DE.UTF-8` is de-DE. */
const languageOf = ({ LANG = '' }: NodeJS.ProcessEnv): string =>
  /^([a-z]{2,3})(?:_([A-Z]{2}))?\b/.exec(LANG)?.slice(1, 3).filter(Boolean).join('-') || 'en';

/** The ways to the broker of an api that has named none, the best first. */
export function brokerBeside(api: string): readonly [string, string] {
  const { protocol, host, hostname } = new URL(api);
  return protocol === 'https:'
    ? [`mqtts://${hostname}:8883`, `wss://${host}/mqtt`]
    : [`mqtt://${hostname}:1883`, `ws://${hostname}:8083/mqtt`];
}

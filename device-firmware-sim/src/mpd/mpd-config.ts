export type SoundOutput =
  | { type: 'alsa' | 'pulse'; device?: string | undefined }
  /** Samples at `SAMPLE_FORMAT`, in real time, into a named pipe. */
  | { type: 'fifo'; path: string }
  /** Nowhere, in real time. */
  | { type: 'null' };

export const OUTPUT_TYPES = ['alsa', 'pulse', 'fifo', 'null'] as const satisfies readonly SoundOutput['type'][];

/** What outputs receive: signed 16-bit little-endian samples. */
export const SAMPLE_FORMAT = { rate: 44_100, bits: 16, channels: 2 } as const;

const FORMAT = `${SAMPLE_FORMAT.rate}:${SAMPLE_FORMAT.bits}:${SAMPLE_FORMAT.channels}`;

/** MPD disconnects clients that send nothing for so long; its own default is a minute. */
const CONNECTION_TIMEOUT_S = 86_400;

type MpdSettings = {
  socketPath: string;
  output: SoundOutput;
  /** Whether what it plays may overlap: MPD mixes only what has one format. */
  mixes?: boolean;
  /** A named pipe that gets the same samples, after volume and gain. */
  tap?: string | undefined;
};

/** The configuration file of one MPD. It has no state file: what plays is up to the device, also after a restart. */
export function mpdConfig({ socketPath, output, mixes = false, tap }: MpdSettings): string {
  return [
    `bind_to_address ${quote(socketPath)}`,
    'zeroconf_enabled "no"',
    'auto_update "no"',
    `connection_timeout "${CONNECTION_TIMEOUT_S}"`,
    ...(mixes ? [`audio_output_format ${quote(FORMAT)}`] : []),
    ...outputBlock('output', output),
    ...(tap === undefined ? [] : outputBlock('tap', { type: 'fifo', path: tap })),
    '',
  ].join('\n');
}

function outputBlock(name: string, output: SoundOutput): string[] {
  const settings = Object.entries({ name, mixer_type: 'software', ...outputSettings(output) });
  return ['audio_output {', ...settings.map(([key, value]) => `  ${key} ${quote(value)}`), '}'];
}

function outputSettings(output: SoundOutput): Record<string, string> {
  switch (output.type) {
    case 'alsa':
      return { type: 'alsa', ...(output.device !== undefined && { device: output.device }) };
    case 'pulse':
      return { type: 'pulse', ...(output.device !== undefined && { sink: output.device }) };
    case 'fifo':
      return { type: 'fifo', path: output.path, format: FORMAT };
    case 'null':
      return { type: 'null' };
  }
}

function quote(text: string): string {
  if (/[\n\r\0]/.test(text)) throw new RangeError('a setting of MPD has one line');
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

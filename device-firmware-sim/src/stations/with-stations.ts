import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { AudioOutput } from '../playback/audio-output.ts';

/** Finds the stream of a station. Rejects with OutputError with the reason why nothing can be heard there. */
export type ResolveStation = (address: string) => Promise<string>;

/** Resolves the address of a station at each start. */
export function withStations<Output extends AudioOutput>(output: Output, resolve: ResolveStation): Output {
  /** Of each channel, incremented by each play and stop, so that a station that is found too late does not play. */
  const versions = new Map<PlayerChannel, number>();
  const next = (channel: PlayerChannel): number => {
    const version = (versions.get(channel) ?? 0) + 1;
    versions.set(channel, version);
    return version;
  };
  return {
    ...output,
    async play(channel, source, options) {
      const version = next(channel);
      if (!('url' in source)) return output.play(channel, source, options);
      // What played before ends now, not when the server has answered.
      await output.stop(channel);
      const url = await resolve(source.url);
      if (versions.get(channel) === version) await output.play(channel, { ...source, url }, options);
    },
    async stop(channel) {
      next(channel);
      await output.stop(channel);
    },
  };
}

import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { noOutputs } from '../device/outputs.ts';
import type { Clock } from '../hardware/clock.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import { createHostPlayers, type Track } from './host-players.ts';
import type { Check, Host } from './host.ts';

/** Shown to users. */
const ELSEWHERE = 'this loudspeaker hangs on the network: that is done on its sender, or on the loudspeaker itself';
const REFUSALS: Partial<Record<Command, string>> = {
  system_status: 'this loudspeaker hangs on the network, and tells nothing of itself',
  wifi_scan: ELSEWHERE,
  reboot: ELSEWHERE,
  clear_logs: ELSEWHERE,
  contact_support: ELSEWHERE,
  install: ELSEWHERE,
  reinstall: ELSEWHERE,
};
const MUSIC = 'this device plays the music of its programme';
const NOTHING_FREED = { freed_bytes: 0, removed_files: 0 };

type SpeakerHostDeps = {
  clock: Clock;
  output: AudioOutput;
  tone: () => Track;
  sender: Pick<Host, 'networkTime'>;
  identity: Host['identity'];
  /** Why it cannot be reached; null where it can, as far as it is known. */
  problem: () => string | null;
};

/** A network speaker as the machine that a device runs on: it has no sensors and no microphone. */
export function createSpeakerHost({ clock, output, tone, sender, identity, problem }: SpeakerHostDeps): Host {
  const startedAt = clock.monotonic();
  const uptimeSeconds = (): number => Math.floor((clock.monotonic() - startedAt) / 1_000);
  const diagnose = async (): Promise<Check[]> => [
    { name: 'network', ok: problem() === null, detail: problem() ?? 'sound can be sent to it' },
  ];
  return {
    identity,
    measures: false,
    sensors: {
      uptimeSeconds,
      read: () => ({
        collected_at: clock.now(),
        cpu_usage_percent: 0,
        cpu_temperature: 0,
        memory_usage_percent: 0,
        disk_usage_percent: 0,
        uptime_seconds: uptimeSeconds(),
      }),
      rebooted() {},
      unpacked() {},
      clearCache: () => NOTHING_FREED,
      clearLogs: () => NOTHING_FREED,
    },
    networkTime: sender.networkTime,
    loadAverage: () => [0, 0, 0],
    refusal: (command) => REFUSALS[command] ?? null,
    refusedSettings: ({ wifi_login, wifi_pass, music_status }) => ({
      ...(wifi_login !== null && { wifi_login: ELSEWHERE }),
      ...(wifi_pass !== null && { wifi_pass: ELSEWHERE }),
      ...(music_status === 'playing' && { music_status: MUSIC }),
    }),
    players: createHostPlayers(output, tone),
    services: () => [],
    diagnose,
    testSound: async () =>
      PLAYER_CHANNELS.map((channel) => ({ channel, result: 'not_tested', reason: 'no_microphone' })),
    ear: null,
    outputs: noOutputs,
    reboot: () => Promise.reject(new Error(ELSEWHERE)),
  };
}

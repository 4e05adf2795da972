import { createHostPlayers, type Track } from '@belfry/device-firmware-sim/host/host-players';
import type { Check, Host } from '@belfry/device-firmware-sim/host/host';
import type { AudioOutput } from '@belfry/device-firmware-sim/playback/audio-output';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { Browser, StorageState } from '../messages.ts';
import type { ServerClock } from './server-clock.ts';

const ELSEWHERE = 'this loudspeaker is a page of a browser: that is done on the machine itself';
/** Shown to users. */
const REFUSALS: Partial<Record<Command, string>> = {
  system_status: 'this loudspeaker is a page of a browser, which has no sensors',
  wifi_scan: ELSEWHERE,
  reboot: ELSEWHERE,
  clear_logs: 'this loudspeaker is a page of a browser, which keeps no logs',
  contact_support: 'this loudspeaker is a page of a browser, which has no support service',
  install: 'this loudspeaker is a page of a browser: a reload gives it the software of the server',
  reinstall: 'this loudspeaker is a page of a browser: a reload gives it the software of the server',
};
const MUSIC = 'this device plays the music of its programme';

/** The output of a page. */
const SCREEN_OUTPUT = 'screen';

type BrowserHostDeps = {
  browser: Browser;
  time: ServerClock;
  output: AudioOutput;
  tone: Track;
  startedAt: number;
  isSoundOn: () => boolean;
  storage: () => StorageState;
  flash: (isOn: boolean) => void;
};

export const identityOf = ({ name, system }: Browser): Host['identity'] => ({
  hostname: `${name}, ${system}`,
  ip: '',
  mac: '',
  model: 'Browser',
  os: system,
  kernel: name,
});

/** A browser as the machine that a device runs on. It has no sensors. */
export function createBrowserHost({ browser, time, output, tone, ...deps }: BrowserHostDeps): Host {
  const { clock, networkTime } = time;
  const uptimeSeconds = (): number => Math.floor((clock.monotonic() - deps.startedAt) / 1_000);
  const diagnose = async (): Promise<Check[]> => [
    {
      name: 'audio output',
      ok: deps.isSoundOn(),
      detail: deps.isSoundOn() ? 'on' : 'waits until somebody taps the page',
    },
    { name: 'storage', ok: deps.storage() === 'kept', detail: deps.storage() },
    { name: 'clock', ok: time.aheadMs() === 0, detail: `${Math.round(time.aheadMs() / 1_000)} s behind the server` },
  ];
  const nothing = { freed_bytes: 0, removed_files: 0 };
  return {
    identity: identityOf(browser),
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
      clearCache: () => nothing,
      clearLogs: () => nothing,
    },
    networkTime,
    loadAverage: () => [0, 0, 0],
    refusal: (command) => REFUSALS[command] ?? null,
    refusedSettings: ({ wifi_login, wifi_pass, music_status }) => ({
      ...(wifi_login !== null && { wifi_login: ELSEWHERE }),
      ...(wifi_pass !== null && { wifi_pass: ELSEWHERE }),
      ...(music_status === 'playing' && { music_status: MUSIC }),
    }),
    players: createHostPlayers(output, () => tone),
    services: () => [],
    diagnose,
    testSound: async () =>
      PLAYER_CHANNELS.map((channel) => ({ channel, result: 'not_tested', reason: 'no_microphone' })),
    ear: null,
    outputs: { names: [SCREEN_OUTPUT], flashes: true, switch: async (_screen, isOn) => deps.flash(isOn) },
    reboot: () => Promise.reject(new Error(ELSEWHERE)),
  };
}

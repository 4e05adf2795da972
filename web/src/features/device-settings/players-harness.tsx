import { Notifications, notifications } from '@mantine/notifications';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { deviceInfoApi, useGetDeviceQuery } from '../../api/devices/device-info-api.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import type { Answer, Call } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { Players } from './components/audio-tab.tsx';

const AT = '2026-11-20T11:00:00.000Z';
export const aPlayer = (override: Partial<PlayerMessage> = {}): PlayerMessage => ({
  state: 'stopped',
  volume: 80,
  current_track: null,
  position: 0,
  duration: 0,
  percentage: 0,
  playlist_length: 3,
  at: AT,
  ...override,
});
export const DEVICE = aDevice({ players: { voice: aPlayer(), music: aPlayer(), radio: aPlayer() } });

type Sent = { command: string; params: { args?: string; channel?: number; volume?: number } };
/** How the device answers a command; null: not at all. */
export type DeviceAnswer = (sent: Sent) => { result: object } | { error: string } | null;

const commandId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** A server that publishes every command, and has the result as soon as it is polled. */
function serverOf(answerOf: DeviceAnswer, latencyMs: number): Answer {
  const commands: Sent[] = [];
  return async ({ method, path, body }: Call) => {
    if (path.startsWith('/devices/info/')) return Response.json(infoOf(DEVICE));
    if (method === 'POST') {
      const number = commands.push(body as Sent);
      if (latencyMs > 0) await delay(latencyMs);
      return Response.json({ success: true, commandId: commandId(number) });
    }
    const sent = commands[Number(path.slice(-12)) - 1];
    const answer = sent ? answerOf(sent) : null;
    const state = answer ? ('result' in answer ? 'succeeded' : 'failed') : 'accepted';
    const head = {
      commandId: path.slice(-36),
      command: sent?.command,
      state,
      phase: null,
      progress: null,
      success: null,
    };
    const rest = { result: null, error: null, errorType: null, issued_at: AT, expires_at: AT, settled_at: null };
    const ended = answer && 'result' in answer ? { result: { ...answer.result, executionTime: 5 } } : answer;
    return Response.json({ ...head, ...rest, ...ended });
  };
}

function PlayersOfDevice() {
  const { data } = useGetDeviceQuery(DEVICE.serial);
  return data ? <Players device={data} online /> : null;
}

export const advanceTime = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** The Audio tab of an online device, with a clock that the test controls. Call `vi.useFakeTimers` before. */
export async function openPlayers(answerOf: DeviceAnswer = () => ({ result: aPlayer() }), latencyMs = 0) {
  notifications.clean();
  const element = (
    <>
      <Notifications />
      <PlayersOfDevice />
    </>
  );
  const page = await openPage(element, serverOf(answerOf, latencyMs));
  await vi.waitFor(() => screen.getByRole('region', { name: 'Music' }));
  const sent = (): Sent[] => page.calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Sent);
  const music = within(screen.getByRole('region', { name: 'Music' }));
  return {
    ...page,
    music,
    sent,
    /** The commands without the status requests. */
    actions: () => sent().filter(({ command }) => command !== 'mpd_player'),
    press: (name: string) => act(async () => void fireEvent.click(music.getByRole('button', { name }))),
    /** A message of the device by MQTT. */
    publish: (channel: PlayerChannel, player: Partial<PlayerMessage>) =>
      act(async () => {
        const { updateQueryData } = deviceInfoApi.util;
        page.store.dispatch(
          updateQueryData('getDevice', DEVICE.serial, ({ players }) => {
            players[channel] = aPlayer(player);
          }),
        );
      }),
  };
}

import { Notifications, notifications } from '@mantine/notifications';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { COMMAND_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { deviceInfoApi, useGetDeviceQuery } from '../device-state-api.ts';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
import type { Answer, Call } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { Players } from './audio-tab.tsx';

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

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const COMMAND_ID = '00000000-0000-4000-8000-000000000001';

/** A server that answers each command with the response of the device, and without one after 15 s. */
function serverOf(answerOf: DeviceAnswer, latencyMs: number): Answer {
  return async ({ method, path, body }: Call) => {
    if (path.startsWith('/devices/info/')) return Response.json(infoOf(DEVICE));
    if (method !== 'POST') return Response.json([]);
    const answer = answerOf(body as Sent);
    await delay(answer ? latencyMs : COMMAND_TIMEOUT_MS);
    const common = { commandId: COMMAND_ID, message: '', result: null, error: null, errorType: null };
    if (!answer) return Response.json({ ...common, success: false, errorType: 'command_timeout' }, { status: 504 });
    return Response.json({ ...common, success: 'result' in answer, ...answer });
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
    actions: () => sent().filter(({ command }) => command !== 'mpd_player'),
    press: (name: string) => act(async () => void fireEvent.click(music.getByRole('button', { name }))),
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

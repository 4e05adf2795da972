import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import { createConfiguration } from '../configuration.ts';
import { factoryMemory, volatileFlash } from '../flash.ts';
import { createSensors } from '../metrics.ts';
import type { DeviceParts } from '../parts.ts';
import { createPlayers } from '../players.ts';
import { createRandom } from '../random.ts';
import { memberWithSerial, type Character } from '../roster.ts';
import { createSurroundings } from '../wifi.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export type TestParts = DeviceParts & {
  clock: ManualClock;
  /** What would have been published, oldest first. */
  said: { players: PlayerStatus[]; statuses: DeviceStatus[]; reports: number; restarts: number[] };
};

/** A device without a connection, at noon of 15 January 2026, that plays nothing by itself. */
export function createTestParts(character: Partial<Character> = {}): TestParts {
  const clock = createManualClock();
  const known = memberWithSerial('1111-2222-3333-4444');
  const member = { ...known, character: { ...known.character, listens: 'nothing' as const, ...character } };
  const random = createRandom('test');
  const flash = volatileFlash(factoryMemory(member, clock.now()));
  const said: TestParts['said'] = { players: [], statuses: [], reports: 0, restarts: [] };
  const configuration = createConfiguration(flash, () => void said.reports++);
  const players = createPlayers({
    clock,
    random,
    character: member.character,
    settings: configuration.settings,
    positionMs: 5_000,
    publish: (status) => void said.players.push(status),
  });
  return {
    member,
    clock,
    random,
    flash,
    configuration,
    players,
    sensors: createSensors({ clock, random, character: member.character, bootedAt: () => flash.memory.booted_at }),
    surroundings: createSurroundings(random),
    speed: 1,
    working: () => false,
    setStatus: (status) => void said.statuses.push(status),
    async restart(downMs) {
      said.restarts.push(downMs);
      flash.memory.booted_at = clock.now();
    },
    said,
  };
}

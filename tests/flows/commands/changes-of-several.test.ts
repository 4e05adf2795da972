import { publishedChange, responseChange } from '@belfry/api/features/commands/delivery';
import { applyChanges } from '@belfry/api/features/commands/deliveries.sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCommandService, sendScan } from '../../support/services/command-service.ts';
import type { TestDevice } from '../../support/factories.ts';

const AT = Date.UTC(2026, 10, 23);
const DONE = {
  phase: 'done',
  success: true,
  result: { networks: [] },
  error: null,
  error_type: null,
  execution_time_ms: 7,
  at: new Date(AT).toISOString(),
} as const;

let service: Awaited<ReturnType<typeof startCommandService>>;
let commands: ReturnType<typeof service.instance>;
beforeAll(async () => {
  service = await startCommandService();
  commands = service.instance();
});
afterAll(() => service.stop());

const sentTo = (device: TestDevice): Promise<string> => sendScan(service, commands, device);
const done = (correlation_id: string, { serial }: TestDevice) =>
  responseChange('wifi_scan', serial, { ...DONE, correlation_id }, AT);

it('changes of one statement are told apart: applied, of no delivery, and too late', async () => {
  const [owner, other] = [await service.user(), await service.user()];
  const mine = await service.onlineDevice(owner);
  const theirs = await service.onlineDevice(other);
  const nobodys = await service.onlineDevice();
  const [first, second, third] = [await sentTo(theirs), await sentTo(mine), await sentTo(nobodys)];
  const changes = [
    done(first, theirs),
    done(second, theirs),
    publishedChange(third, nobodys.serial, AT),
    done(second, mine),
    done(crypto.randomUUID(), mine),
  ];
  const { unknown, ...rest } = await applyChanges(service.pool, changes);
  expect(unknown.toSorted((one, another) => one - another)).toEqual([1, 4]);
  expect(rest).toEqual({
    applied: [0, 3],
    devices: [
      { serial: theirs.serial, user_id: other.id },
      { serial: mine.serial, user_id: owner.id },
    ],
  });
  expect(await applyChanges(service.pool, [done(first, theirs), done(third, nobodys)])).toEqual({
    unknown: [],
    applied: [1],
    devices: [{ serial: nobodys.serial, user_id: null }],
  });
});

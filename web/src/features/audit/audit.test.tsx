import { auditHttp, type AuditEntry } from '@belfry/schemas/http/audit';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ChainProof } from './chain-proof.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { changesOf } from './change-view.tsx';

const ENTRY: AuditEntry = {
  id: 7,
  at: '2026-11-20T11:00:00.000Z',
  door: 'impersonation',
  actor: { user_id: 2, name: 'Ada', email: 'ada@belfry.test' },
  acting_as: { user_id: 3, name: 'Grace', email: 'grace@belfry.test' },
  key_id: 5,
  api_key_id: null,
  ip: '192.0.2.7',
  action: 'schedule.change',
  object_kind: 'schedule',
  object_id: '12',
  object_name: 'Bell',
  company_id: 4,
  company_name: 'Shop 12',
  path: 'Brightwater / North',
  time_zone: 'UTC',
  owner_id: 3,
  details: null,
  before: { name: 'Bell', times: ['08:00'] },
  after: { name: 'Opening bell', times: null },
  chained: true,
};
const nothing = (): undefined => undefined;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a change says who did what, where, as whom, and from what to what', async () => {
  const listed = on(auditHttp.list, () => Response.json([ENTRY], { headers: { 'X-Total-Count': '1' } }));
  const { requestsTo } = await openPage(<ChangeDrawer id={7} onClose={nothing} />, firstOf(listed));
  const drawer = await screen.findByRole('dialog', { name: /Schedule: changed/ });
  expect(await screen.findByText('Opening bell')).toHaveProperty('tagName', 'INS');
  expect(screen.getByText('["08:00"]').tagName).toBe('DEL');
  expect(drawer.textContent).toContain('Bell · North / Shop 12');
  expect(drawer.textContent).toContain('Ada, as Grace');
  expect(drawer.querySelector('details')).toHaveProperty('open', false);
  expect(requestsTo(auditHttp.list)[0]?.params).toMatchObject({ id: '7' });
});

it('one that is not recorded says so', async () => {
  const none = on(auditHttp.list, () => Response.json([], { headers: { 'X-Total-Count': '0' } }));
  await openPage(<ChangeDrawer id={8} onClose={nothing} />, firstOf(none));
  expect(await screen.findByText('This is not recorded, or not for you')).toBeDefined();
});

describe('the proof of the record', () => {
  it('says up to when it is unbroken, and which row is broken', async () => {
    let broken: number | null = null;
    const verify = on(auditHttp.verify, () => ({ unbroken_until: ENTRY.at, first_broken_id: broken }));
    const { user } = await openPage(<ChainProof onClose={nothing} />, firstOf(verify));
    expect(await screen.findByText(/^Unbroken up to/)).toBeDefined();
    broken = 41;
    await user.click(screen.getByRole('button', { name: 'Verify again' }));
    expect(await screen.findByText(/^Row 41 was changed, dropped or moved/)).toBeDefined();
  });

  it('goes on where a call has stopped at its limit, until the end', async () => {
    let asked = 0;
    const verify = on(auditHttp.verify, () => {
      asked += 1;
      return { unbroken_until: ENTRY.at, first_broken_id: null, ...(asked < 3 && { continues: true }) };
    });
    await openPage(<ChainProof onClose={nothing} />, firstOf(verify));
    expect(await screen.findByText(/^Unbroken up to/)).toBeDefined();
    expect(asked).toBe(3);
  });
});

it('has a line for each field of both sides', () => {
  expect(changesOf({ a: 1 }, { a: 'x', b: { c: true } })).toEqual([
    { field: 'a', before: '1', after: 'x' },
    { field: 'b', before: null, after: '{"c":true}' },
  ]);
  expect(changesOf(null, { a: null })).toEqual([{ field: 'a', before: null, after: '–' }]);
});

import { COMMANDS } from '@belfry/schemas/mqtt/commands';
import { auditHttp, type AuditEntry } from '@belfry/schemas/http/audit';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ChainProof } from './chain-proof.tsx';
import { AUDIT_FIELDS, AUDIT_VALUES } from '../../lib/audit-fields.ts';
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
    { field: 'a', before: 1, after: 'x' },
    { field: 'b', before: undefined, after: { c: true } },
  ]);
  expect(changesOf(null, { a: null })).toEqual([{ field: 'a', before: undefined, after: null }]);
});

describe('the values of a change', () => {
  const open = async (change: Partial<AuditEntry>, language = 'en') => {
    const entry = { ...ENTRY, before: null, after: null, ...change };
    const listed = on(auditHttp.list, () => Response.json([entry], { headers: { 'X-Total-Count': '1' } }));
    await openPage(<ChangeDrawer id={7} onClose={nothing} />, firstOf(listed), { language });
    const drawer = await screen.findByRole('dialog');
    await waitFor(() => expect(drawer.querySelector('section dl, section p')).not.toBeNull());
    const technical = drawer.querySelector('details')?.textContent ?? '';
    return { plain: drawer.querySelector('section')?.textContent ?? '', technical };
  };

  it.each([
    ['en', 'Silent until', 'Berlin'],
    ['ru', 'Тишина до', 'Берлин'],
    ['de', 'Still bis', 'Berlin'],
  ])('are a silence by the clock of its place, also of earlier releases: %s', async (language, name, city) => {
    const silence = { action: 'bells.silence', time_zone: 'Europe/Berlin' };
    const before = { silent_until: '2026-12-01T08:00:00.000Z' };
    const now = await open({ ...silence, before, after: { silent_until: '2026-12-02T09:30:00.000Z' } }, language);
    cleanup();
    const old = await open({ ...silence, before, after: { silent_until: '2026-12-02T10:30:00' } }, language);
    expect(now.plain).toContain(name);
    expect(now.plain).toMatch(new RegExp(`09:00 ${city}.*10:30 ${city}`));
    expect(old.plain).toBe(now.plain);
  });

  it('are never keys, codes or times of the contract, whatever the field is', async () => {
    const values = (kind: string): unknown[] =>
      kind === 'time'
        ? ['2026-12-02T09:30:00.000Z', '2026-12-02T10:30:00', '2026-12-02', ['2026-12-03']]
        : kind === 'word'
          ? [[...AUDIT_VALUES, 'device_offline']]
          : kind === 'language'
            ? ['de', 'ru-RU']
            : kind === 'zone'
              ? ['America/New_York']
              : kind === 'command'
                ? [COMMANDS]
                : [true, 1.5, kind === 'said' ? 'We close at {time}' : 'Text', ['a', 'b'], null];
    const fields = Object.entries(AUDIT_FIELDS);
    const most = Math.max(...fields.map(([, kind]) => values(kind).length));
    for (let at = 0; at < most; at += 1) {
      const after = Object.fromEntries(
        fields.map(([field, kind]) => [field, values(kind).at(at % values(kind).length)]),
      );
      // oxlint-disable-next-line no-await-in-loop
      const { plain } = await open({ after, time_zone: at % 2 === 0 ? null : 'Europe/Berlin' });
      expect(plain).not.toMatch(/_|\d{4}-\d\d|\d\dT\d\d|[[{]|\.\w+\./);
      cleanup();
    }
  });

  it('that only its builders read are under Technical: ids, lists of things, secrets, and what has no words yet', async () => {
    const after = {
      company_id: 4,
      devices: [1, 2],
      pass: '(removed)',
      some_new_field: 'x',
      kind: 'new_kind',
      name: 'Till',
    };
    const { plain, technical } = await open({ after });
    expect(plain).toMatch(/Till$/);
    for (const field of Object.keys(after)) expect(technical.includes(field)).toBe(field !== 'name');
    cleanup();
    expect((await open({ after: { company_id: 4 } })).plain).toContain('What has changed is under Technical');
  });
});

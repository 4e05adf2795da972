import { auditHttp, type AuditEntry } from '@belfry/schemas/http/audit';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { askedOf, auditFilters, isFiltered } from './audit-api.ts';
import { AuditPage } from './audit-page.tsx';
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
  owner_id: 3,
  details: null,
  before: { name: 'Bell', times: ['08:00'] },
  after: { name: 'Opening bell', times: null },
  chained: true,
};
const unbroken = on(auditHttp.verify, () => ({ unbroken_until: ENTRY.at, first_broken_id: null }));
const listed = on(auditHttp.list, () => Response.json([ENTRY], { headers: { 'X-Total-Count': '1' } }));

describe('the audit', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows who did what, where, as whom, and from what to what', async () => {
    const { user } = await openPage(<AuditPage />, firstOf(unbroken, listed), {}, { role: 'admin' });
    const row = (await screen.findByText('Schedule: changed')).closest('tr');
    expect(row?.textContent).toContain('Ada');
    expect(row?.textContent).toContain('as Grace');
    expect(row?.textContent).toContain('192.0.2.7');
    expect(screen.getByText('Bell')).toBeDefined();
    const button = screen.getByRole('button', { name: 'Change' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    expect(screen.getByText('Opening bell').tagName).toBe('INS');
    expect(screen.getByText('["08:00"]').tagName).toBe('DEL');
    expect(screen.getByRole('button', { name: 'Change' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('says up to when the record is unbroken, and which row is broken', async () => {
    let broken: number | null = null;
    const verify = on(auditHttp.verify, () => ({ unbroken_until: ENTRY.at, first_broken_id: broken }));
    const { user } = await openPage(<AuditPage />, firstOf(verify, listed));
    expect(await screen.findByText(/^Unbroken up to/)).toBeDefined();
    broken = 41;
    await user.click(screen.getByRole('button', { name: 'Verify again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Row 41 was changed, dropped or moved');
  });

  it('goes on where a call has stopped at its limit, until the end', async () => {
    let asked = 0;
    const verify = on(auditHttp.verify, () => {
      asked += 1;
      return { unbroken_until: ENTRY.at, first_broken_id: null, ...(asked < 3 && { continues: true }) };
    });
    await openPage(<AuditPage />, firstOf(verify, listed));
    expect(await screen.findByText(/^Unbroken up to/)).toBeDefined();
    expect(asked).toBe(3);
  });

  it('asks for what the address names, and offers all where nothing fits', async () => {
    const { calls, user } = await openPage(
      <AuditPage />,
      firstOf(
        unbroken,
        on(auditHttp.list, () => Response.json([], { headers: { 'X-Total-Count': '0' } })),
      ),
      {},
      { address: '/audit?actor=ada&action=schedule&node=4&from=2026-11-01&to=2026-11-02' },
    );
    expect(await screen.findByText('No row fits')).toBeDefined();
    const asked = calls.findLast(({ path }) => path === auditHttp.list.path)?.params;
    expect(asked).toMatchObject({
      actor: 'ada',
      action: 'schedule',
      company_id: '4',
      from: '2026-11-01',
      to: '2026-11-02',
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await vi.waitFor(() => {
      const last = calls.findLast(({ path }) => path === auditHttp.list.path)?.params;
      expect(last).toEqual({ page: '1', page_size: '20' });
    });
  });

  it('says that the file could not be made', async () => {
    const { user } = await openPage(
      <AuditPage />,
      firstOf(unbroken, listed, ({ path }) => (path === '/audit.csv' ? refusal(429, 'Too many files') : undefined)),
    );
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Too many files')).toBeDefined();
  });
});

describe('the filters in the address', () => {
  it('fall back alone, and are left out of what is asked', () => {
    const read = (text: string) => auditFilters.read(new URLSearchParams(text)) ?? auditFilters.defaults;
    expect(read('actor=ada&action=nothing&node=x&from=yesterday')).toEqual({ ...auditFilters.defaults, actor: 'ada' });
    expect(isFiltered(read(''))).toBe(false);
    expect(isFiltered(read('from=2026-11-01'))).toBe(true);
    expect(askedOf(read(''))).toEqual({});
    expect(askedOf(read('node=3&action=user'))).toEqual({ company_id: 3, action: 'user' });
  });
});

describe('a change', () => {
  it('has a line for each field of both sides', () => {
    expect(changesOf({ a: 1 }, { a: 'x', b: { c: true } })).toEqual([
      { field: 'a', before: '1', after: 'x' },
      { field: 'b', before: null, after: '{"c":true}' },
    ]);
    expect(changesOf(null, { a: null })).toEqual([{ field: 'a', before: null, after: '–' }]);
  });
});

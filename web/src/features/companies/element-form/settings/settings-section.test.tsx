import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../testing/open-page.tsx';
import { MainCompanySettings } from './settings-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setting = (value: unknown, source_company_id: number | null = null) => ({ value, source_company_id });
const EFFECTIVE = {
  time_zone: setting('Europe/Riga', 3),
  language: setting('ru'),
  voice: setting('ru-RU-Standard-A'),
  clock_required: setting(true, 3),
  volume_max: setting(40, 3),
  quiet_hours: setting([]),
  trim_db: setting(-3, 3),
  sound_test: setting({ enabled: false, from: '02:00', to: '04:00', level: 60 }),
  lead_in: setting(NO_LEAD_IN),
};

it('a main company has its own settings, or the defaults', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  const volume = await screen.findByRole('slider', { name: 'Volume limit' });
  expect(volume.getAttribute('aria-valuenow')).toBe('40');
  await user.click(screen.getByRole('button', { name: 'Use the default: Volume limit' }));
  expect(volume.getAttribute('aria-valuenow')).toBe('100');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ volume_max: null, time_zone: undefined });
});

it('a place leaves out devices whose clock is off, or inherits whether it does', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  const leaveOut = await screen.findByRole<HTMLInputElement>('switch', {
    name: /^Leave out loudspeakers whose clock is off/,
  });
  expect(leaveOut.checked).toBe(true);
  await user.click(leaveOut);
  expect(changed.mock.lastCall?.[0]).toMatchObject({ clock_required: false, volume_max: undefined });
  await user.click(screen.getByRole('button', { name: 'Use the default: Leave out loudspeakers whose clock is off' }));
  expect(changed.mock.lastCall?.[0]).toMatchObject({ clock_required: null });
  expect(leaveOut.checked).toBe(false);
});

it('a place is louder or softer than the rest, or as loud', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  const trim = await screen.findByRole('slider', { name: 'Louder or softer here' });
  expect(trim.getAttribute('aria-valuenow')).toBe('-3');
  trim.focus();
  await user.keyboard('{ArrowRight}');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ trim_db: -2, volume_max: undefined });
  await user.keyboard('{End}');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ trim_db: 6 });
  await user.click(screen.getByRole('button', { name: 'Use the default: Louder or softer here' }));
  expect(trim.getAttribute('aria-valuenow')).toBe('0');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ trim_db: null });
});

it('a place tests its sound at night, when and as loud as it says', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  expect(screen.queryByLabelText('Volume')).toBeNull();
  await user.click(await screen.findByRole('switch', { name: /^Test the sound at night/ }));
  const usual = { enabled: true, from: '02:00', to: '04:00', level: 60 };
  expect(changed.mock.lastCall?.[0]).toMatchObject({ sound_test: usual, volume_max: undefined });
  const level = await screen.findByLabelText('Volume');
  await user.clear(level);
  await user.type(level, '35');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ sound_test: { ...usual, level: 35 } });
});

it('a place lets its devices listen while they announce, also without the tests at night', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  const listen = await screen.findByRole('switch', { name: /^Listen while announcing/ });
  expect((listen as HTMLInputElement).checked).toBe(false);
  await user.click(listen);
  expect(changed.mock.lastCall?.[0]).toMatchObject({ sound_test: { enabled: false, passive: true } });
});

it('a place wakes its amplifiers, for as long and with what it says', async () => {
  const changed = vi.fn();
  const { user } = await openPage(<MainCompanySettings companyId={3} onChange={changed} />, ({ path }) =>
    path === '/company/effective/3' ? Response.json(EFFECTIVE) : undefined,
  );
  const lasts = await screen.findByLabelText('Lead-in');
  await user.clear(lasts);
  await user.type(lasts, '800');
  await user.selectOptions(screen.getByLabelText('With'), 'a soft tone');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ lead_in: { ms: 800, after_s: 30, sound: 'tone' } });
});

it('a new main company begins with the defaults, and loads nothing', async () => {
  const changed = vi.fn();
  const { user, requestsTo } = await openPage(
    <MainCompanySettings companyId={null} onChange={changed} />,
    () => undefined,
  );
  const volume = await screen.findByRole('slider', { name: 'Volume limit' });
  expect(volume.getAttribute('aria-valuenow')).toBe('100');
  expect(screen.getAllByText('The default, because nothing is set here')).toHaveLength(8);
  expect(screen.queryByText(/above/)).toBeNull();
  volume.focus();
  await user.keyboard('{Home}');
  expect(changed.mock.lastCall?.[0]).toMatchObject({ volume_max: 0, time_zone: undefined });
  expect(requestsTo('/company/effective/null')).toEqual([]);
});

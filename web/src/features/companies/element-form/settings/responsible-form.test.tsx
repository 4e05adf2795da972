import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../testing/open-page.tsx';
import { ResponsibleForm } from './responsible-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const inherited = (value: unknown) => ({ value, source_company_id: null });
async function open(zone: string) {
  const effective = {
    time_zone: inherited(zone),
    language: inherited('de'),
    voice: inherited('de-DE-Standard-A'),
    clock_required: inherited(false),
    volume_max: inherited(100),
    quiet_hours: inherited([]),
    trim_db: inherited(0),
    sound_test: inherited({ enabled: false, from: '02:00', to: '04:00', level: 60 }),
    lead_in: inherited(NO_LEAD_IN),
  };
  const people = { company_id: 3, inherited: false, source_company_id: 3, source_name: 'School', people: [] };
  const zones = [{ value: 60, label: 'Berlin (GMT+1)', offset: 60, time_zone: 'Europe/Berlin', country_code: 'DE' }];
  const done = vi.fn();
  const page = await openPage(
    <ResponsibleForm companyId={3} onCancel={vi.fn()} onDirty={vi.fn()} onDone={done} />,
    ({ path, method }) => {
      if (path === '/company/effective/3') return Response.json(effective);
      if (path === '/admin/countries/UTCzones') return Response.json(zones);
      return path === '/company/responsible/3' && method !== 'DELETE' ? Response.json(people) : undefined;
    },
  );
  await page.user.click(await screen.findByRole('button', { name: /Add/ }));
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  return { ...page, phone };
}

it('completes a number of the country of the place, so that it is seen', async () => {
  const { user, phone } = await open('Europe/Berlin');
  await vi.waitFor(async () => {
    await user.clear(phone);
    await user.type(phone, '0151 23456790');
    await user.tab();
    expect(phone.value).toBe('+49 1512 3456790');
  });
});

it.each(['Europe/Berlin', '+02:00'])('asks for the code of the country of any other number: %s', async (zone) => {
  const { user, phone } = await open(zone);
  await user.type(phone, '(202) 555-0143');
  await user.tab();
  expect(phone.value).toBe('(202) 555-0143');
  expect(
    await screen.findByText('Please enter the phone number with the code of the country, as +1 202 555 0143'),
  ).toBeDefined();
});

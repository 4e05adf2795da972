import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aDevice } from '../../../testing/device-factory.ts';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';
import { ElementForm } from './element-form.tsx';

export const MAIN = aNode(1, { name: 'Head office', type: 'Main' });

const PLACE = { continent: 'Europe', country: 'Germany', city: 'Berlin', street: 'Main', house: '7', zip: '10115' };

export const SHOP = aNode(3, { name: 'Shop 1', type: 'Company', ...PLACE });

export const DOOR = aNode(4, { name: 'Door', type: 'Device', parent_company_id: 3, ...PLACE });

export const SPEAKER = aDevice({ serial: '1111-2222-3333-4444', note: 'Front door', device_type: 'video' });

const EFFECTIVE: EffectiveSettings = {
  time_zone: { value: '+03:00', source_company_id: null },
  language: { value: 'ru', source_company_id: null },
  voice: { value: 'ru-RU-Standard-A', source_company_id: null },
  clock_required: { value: false, source_company_id: null },
  volume_max: { value: 60, source_company_id: 1 },
  quiet_hours: { value: [], source_company_id: null },
  trim_db: { value: 0, source_company_id: null },
  lead_in: { value: NO_LEAD_IN, source_company_id: null },
  sound_test: {
    value: { enabled: false, from: '02:00', to: '04:00', level: 60 },
    source_company_id: null,
  },
};

export const LISTS: Record<string, unknown> = {
  '/admin/countries': [
    { code: 'DE', name: 'Germany', flag: '🇩🇪' },
    { code: 'NE', name: 'Niger', flag: '🇳🇪' },
  ],
  '/admin/countries/continent/Africa': [{ code: 'NE', name: 'Niger', flag: '🇳🇪' }],
  '/admin/countries/continent/Europe': [{ code: 'DE', name: 'Germany', flag: '🇩🇪' }],
  '/admin/countries/UTCzones': [
    { value: 180, offset: 180, label: 'Moscow (GMT+3)', time_zone: 'Europe/Moscow', country_code: 'RU' },
    { value: 60, offset: 60, label: 'Berlin (GMT+1)', time_zone: 'Europe/Berlin', country_code: 'DE' },
  ],
  '/company/effective/1': EFFECTIVE,
  '/company/effective/3': EFFECTIVE,
  '/company/effective/4': EFFECTIVE,
  '/voices/languages': [{ code: 'ru', name: 'Russian', native: 'Русский', flag: '' }],
  '/voices/language/ru': [],
  '/devices/user/wait': [SPEAKER],
};

export const onDone = vi.fn<(id: number) => void>();

export const onClose = vi.fn<() => void>();

export const withLists =
  (answer: Answer): Answer =>
  (call) =>
    answer(call) ?? (call.path in LISTS ? Response.json(LISTS[call.path]) : undefined);

const none: Answer = () => undefined;

export async function add(parent: CompanyNode, answer: Answer = none) {
  const form = <ElementForm mode="add" parent={parent} onDone={onDone} onClose={onClose} />;
  const page = await openPage(form, withLists(answer));
  await screen.findByRole('dialog');
  return page;
}

export async function edit(node: CompanyNode, answer: Answer = none) {
  const form = <ElementForm mode="edit" node={node} onDone={onDone} onClose={onClose} />;
  const page = await openPage(
    form,
    withLists(
      (call) => answer(call) ?? (call.path === '/company/info' ? Response.json(aCompanyInfo(node)) : undefined),
    ),
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return page;
}

export const field = (name: string) => screen.getByRole('textbox', { name });

export const press = (name: string) => screen.getByRole('button', { name });

type User = Awaited<ReturnType<typeof add>>['user'];

export const choose = async (user: User, opener: string, option: string) => {
  await user.click(press(opener));
  await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
};

export const chooseSpeaker = (user: User) => choose(user, 'Choose a serial number', SPEAKER.serial);

export const answering =
  (path: string, answer: () => Response | Promise<Response>): Answer =>
  (call) =>
    call.path === path ? answer() : undefined;

export function setUpElementForm(): void {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });
}

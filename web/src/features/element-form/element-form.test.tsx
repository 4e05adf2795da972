import type { CompanyNode } from '@belfry/schemas/http/companies';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal, unreachable, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aDevice } from '../../testing/device-factory.ts';
import { aNode } from '../../testing/tree-factory.ts';
import { ElementForm } from './element-form.tsx';

const MAIN = aNode(1, { name: 'Head office', type: 'Main' });
const PLACE = { continent: 'Europe', country: 'Germany', city: 'Berlin', street: 'Main', house: '7', zip: '10115' };
const SHOP = aNode(3, { name: 'Shop 1', type: 'Company', ...PLACE });
const DOOR = aNode(4, { name: 'Door', type: 'Device', parent_company_id: 3, ...PLACE });
const SPEAKER = aDevice({ serial: '1111-2222-3333-4444', note: 'Front door', device_type: 'video' });

const LISTS: Record<string, unknown> = {
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
  '/voices/languages': [{ code: 'ru', name: 'Russian', native: 'Русский', flag: '' }],
  '/voices/language/ru': [],
  '/devices/user/wait': [SPEAKER],
};

vi.setConfig({ testTimeout: 20_000 });
const onDone = vi.fn<(id: number) => void>();
const onClose = vi.fn();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const withLists =
  (answer: Answer): Answer =>
  (call) =>
    answer(call) ?? (call.path in LISTS ? Response.json(LISTS[call.path]) : undefined);
const none: Answer = () => undefined;

async function add(parent: CompanyNode, answer: Answer = none) {
  const form = <ElementForm mode="add" parent={parent} onDone={onDone} onClose={onClose} />;
  const page = await openPage(form, withLists(answer));
  await screen.findByRole('dialog');
  return page;
}
async function edit(node: CompanyNode, answer: Answer = none) {
  const info = { ...node, time_zone_utc: 60, default_language: 'ru', default_voice: 'ru-RU-Standard-A' };
  const form = <ElementForm mode="edit" node={node} onDone={onDone} onClose={onClose} />;
  const page = await openPage(
    form,
    withLists((call) => answer(call) ?? (call.path === '/company/info' ? Response.json(info) : undefined)),
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return page;
}

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });
type User = Awaited<ReturnType<typeof add>>['user'];
const choose = async (user: User, opener: string, option: string) => {
  await user.click(press(opener));
  await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
};
const chooseSpeaker = (user: User) => choose(user, 'Choose a serial number', SPEAKER.serial);
const answering =
  (path: string, answer: () => Response | Promise<Response>): Answer =>
  (call) =>
    call.path === path ? answer() : undefined;

describe('what is added', () => {
  it('below a main company is an element or a company', async () => {
    await add(MAIN);
    const types = await screen.findAllByRole('radio');
    expect(types.map((type) => type.closest('div')?.textContent)).toEqual(['Element', 'Company']);
    expect(press('Add New')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(press('Cancel')).toBeDefined();
  });

  it('below a company is a device', async () => {
    await add(SHOP);
    expect((await screen.findAllByRole('radio')).map((type) => type.closest('div')?.textContent)).toEqual(['Device']);
    expect(field('Serial number')).toHaveProperty('readOnly', true);
    expect(field('City')).toHaveProperty('value', 'Berlin');
  });

  it('below a device is nothing, and the form says so', async () => {
    await add(DOOR);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Elements cannot be added to Device');
    expect(alert.textContent).toContain('Cannot add elements to this parent. Device elements cannot have children.');
    expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
  });

  it('is sent with everything that was chosen', async () => {
    const { user, asked } = await add(
      MAIN,
      answering('/company/add', () => Response.json({ company_id: 8, id: 8 })),
    );
    await user.click(await screen.findByText('Company'));
    await user.click(field('Name'));
    await user.paste('A very long name that does not fit');
    await user.click(field('Description'));
    await user.paste('A description that does not fit either');
    await user.click(press('Africa'));
    await choose(user, 'Country: Choose a country', 'Niger');
    for (const [name, text] of [
      ['City', 'Niamey'],
      ['ZIP code', '8000'],
      ['Street', 'Main'],
      ['House number', '7'],
    ] as const)
      await user.type(field(name), text);
    await choose(user, 'Emblem: 🏢. Choose another', '^school$');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.clear(zone);
    await user.type(zone, 'berl');
    await user.click(screen.getByRole('option', { name: /Berlin/ }));
    await user.click(press('Add New'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(8));
    expect(asked('/company/add').map(({ body }) => body)).toEqual([
      {
        name: 'A very long nam',
        description: 'A description that d',
        type: 'Company',
        emblem: '🏫',
        continent: 'Africa',
        country: 'Niger',
        city: 'Niamey',
        street: 'Main',
        house: '7',
        zipCode: '8000',
        time_zone_utc: 60,
        default_language: 'ru',
        default_voice: 'ru-RU-Standard-A',
        parent_company_id: 1,
        user_id: 1,
      },
    ]);
  });

  it('is checked: each field says what it needs, and the first has the focus', async () => {
    const { user, asked } = await add(aNode(3, { type: 'Company' }));
    await user.click(await screen.findByRole('button', { name: 'Add New' }));
    for (const text of [
      'Name is required',
      'Device must be selected and bound',
      'Country is required',
      'City is required',
      'Street is required',
      'House number is required',
      'ZIP code is required',
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field('Name'));
    await user.type(field('Name'), 'Door');
    await user.click(press('Add New'));
    expect(document.activeElement).toBe(field('Serial number'));
    expect(asked('/company/add')).toEqual([]);
  });

  it('with Enter, in any field', async () => {
    const { user } = await add(
      MAIN,
      answering('/company/add', () => Response.json({ id: 8 })),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall{Enter}');
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(8));
  });
});

describe('a new device', () => {
  const adding =
    (bind: Answer): Answer =>
    (call) =>
      call.path === '/company/add' ? Response.json({ company_id: 8, id: 8 }) : bind(call);

  it('is bound once its element is there', async () => {
    const { user, calls } = await add(SHOP, adding(answering('/devices/bind/company/serial', () => Response.json({}))));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Door');
    await chooseSpeaker(user);
    await user.click(press('Add New'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(8));
    const sent = calls.filter(({ method, path }) => method === 'POST' && path !== '/company/info');
    expect(sent).toMatchObject([
      { path: '/company/add', body: { type: 'Device', device_type: 'video', parent_company_id: 3 } },
      { path: '/devices/bind/company/serial', body: { company_id: 8, serial: SPEAKER.serial } },
    ]);
  });

  it('that cannot be bound keeps its element, and is bound again without a second one', async () => {
    let broken = true;
    const bind = () => (broken ? refusal(409, 'This device is bound elsewhere') : Response.json({}));
    const { user, asked } = await add(SHOP, adding(answering('/devices/bind/company/serial', bind)));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Door');
    await chooseSpeaker(user);
    await user.click(press('Add New'));
    expect(
      await screen.findByText('Element created, but failed to bind device: This device is bound elsewhere'),
    ).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
    broken = false;
    await user.click(press('Bind again'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(8));
    expect(asked('/company/add')).toHaveLength(1);
    expect(asked('/devices/bind/company/serial')).toHaveLength(2);
  });

  it('may stay unbound: leaving leads to its element', async () => {
    const { user } = await add(SHOP, adding(answering('/devices/bind/company/serial', unreachable)));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Door');
    await chooseSpeaker(user);
    await user.click(press('Add New'));
    expect(await screen.findByText('Element created, but failed to bind device: Network error')).toBeDefined();
    await user.click(press('Leave it unbound'));
    expect(onDone).toHaveBeenCalledExactlyOnceWith(8);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('an element that is there', () => {
  it('is edited, without a type switcher', async () => {
    const { user, asked } = await edit(
      SHOP,
      answering('/company', () => Response.json({ success: true })),
    );
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Serial number' })).toBeNull();
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Shop 2');
    await user.click(press('Save Changes'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(3));
    expect(asked('/company')).toMatchObject([
      { method: 'PUT', body: { company_id: 3, user_id: 1, name: 'Shop 2', country: 'Germany', time_zone_utc: 60 } },
    ]);
  });

  it('says that it is preparing while the lists are on their way', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    await openPage(
      <ElementForm mode="add" parent={MAIN} onDone={onDone} onClose={onClose} />,
      withLists(answering('/admin/countries/UTCzones', () => promise)),
    );
    expect(await screen.findByText('Подготовка формы...')).toBeDefined();
    resolve(Response.json(LISTS['/admin/countries/UTCzones']));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined();
  });

  it('that is gone says so, and asks again', async () => {
    let gone = true;
    const info = () => (gone ? refusal(404, 'Company not found') : Response.json({ ...SHOP, time_zone_utc: '+01:00' }));
    const { user } = await openPage(
      <ElementForm mode="edit" node={SHOP} onDone={onDone} onClose={onClose} />,
      withLists(answering('/company/info', info)),
    );
    expect(await screen.findByText('This element does not exist any more, or is not yours.')).toBeDefined();
    gone = false;
    await user.click(press('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Shop 1');
  });

  it('that is deleted elsewhere can be saved no more, and keeps what was typed', async () => {
    const info = { ...SHOP, time_zone_utc: 60, default_language: 'ru', default_voice: 'ru-RU-Standard-A' };
    await openPage(
      <ElementForm mode="edit" node={SHOP} gone onDone={onDone} onClose={onClose} />,
      withLists(answering('/company/info', () => Response.json(info))),
    );
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Shop 1');
    expect(screen.getByRole('alert').textContent).toContain('This was deleted meanwhile');
    expect(press('Save Changes')).toHaveProperty('disabled', true);
  });

  it('without a serial is given one, bound at once', async () => {
    const { user, asked } = await edit(
      DOOR,
      answering('/devices/bind/company/serial', () => Response.json({})),
    );
    await user.click(press('Save Changes'));
    expect(screen.getByText('Device must be selected and bound')).toBeDefined();
    await chooseSpeaker(user);
    await waitFor(() => expect(field('Serial number')).toHaveProperty('value', SPEAKER.serial));
    expect(screen.getByText(`Device ${SPEAKER.serial} is bound.`)).toBeDefined();
    expect(document.activeElement).toBe(field('Serial number'));
    expect(asked('/devices/bind/company/serial')).toMatchObject([{ body: { company_id: 4, serial: SPEAKER.serial } }]);
    expect(asked('/company')).toEqual([]);
    await user.click(press('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['Failed to assign device: It is bound elsewhere', () => refusal(409, 'It is bound elsewhere')],
    ['Failed to bind device', () => refusal(500)],
  ])('says: %s', async (text, bind) => {
    const { user } = await edit(DOOR, answering('/devices/bind/company/serial', bind));
    await chooseSpeaker(user);
    expect(await screen.findByText(text)).toBeDefined();
    expect(field('Serial number')).toHaveProperty('value', '');
  });

  it('that stands where its company stands begins with that address', async () => {
    const nowhere = aNode(4, { type: 'Device', serial: SPEAKER.serial });
    const form = <ElementForm mode="edit" node={nowhere} place={SHOP} onDone={onDone} onClose={onClose} />;
    const { user } = await openPage(
      form,
      withLists(({ path }) => (path.startsWith('/company') ? Response.json(nowhere) : undefined)),
    );
    expect(await screen.findByRole('textbox', { name: 'City' })).toHaveProperty('value', 'Berlin');
    await user.click(press('Save Changes'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(4));
  });

  it('with a serial keeps it', async () => {
    await edit({ ...DOOR, serial: SPEAKER.serial });
    expect(field('Serial number')).toHaveProperty('value', SPEAKER.serial);
    expect(screen.queryByRole('button', { name: 'Choose a serial number' })).toBeNull();
  });
});

describe('a refusal', () => {
  it.each([
    ['Save error', () => refusal(500)],
    ['This name is taken', () => refusal(409, 'This name is taken')],
    ['Network error', unreachable],
  ])('reads %s, and keeps what was typed', async (text, answer) => {
    const { user } = await add(MAIN, answering('/company/add', answer));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(field('Name')).toHaveProperty('value', 'Hall');
  });

  it.each([
    ['user_id', 'user_id не найден. Пожалуйста, войдите заново...'],
    ['user_key', 'Не авторизован'],
  ])('without %s comes before anything is sent', async (name, text) => {
    const { user, asked } = await add(MAIN);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall');
    sessionStorage.removeItem(name);
    await user.click(press('Add New'));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(asked('/company/add')).toEqual([]);
  });
});

it('keeps what was typed while a list is asked for again', async () => {
  const { user } = await add(
    MAIN,
    answering('/voices/languages', () => refusal(500)),
  );
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall');
  await user.click(press('Retry'));
  expect(field('Name')).toHaveProperty('value', 'Hall');
});

it('has a sample of the voice, asked for in the order of the form', async () => {
  const { user, calls } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Play/ }));
  const samples = () => calls.map(({ path }) => path).filter((path) => path.includes('sample'));
  const voice = 'ru-RU-Standard-A';
  await waitFor(
    () => expect(samples().slice(0, 2)).toEqual([`/voices/voice/sample/${voice}`, `/voices/sample-url/${voice}`]),
    {
      timeout: 5_000,
    },
  );
});

it('asks before what was typed is thrown away', async () => {
  const { user } = await add(MAIN);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('lets one walk through the emblems with the arrows', async () => {
  const { user } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Emblem: 🏢/ }));
  const search = await screen.findByRole('combobox', { name: 'Search emblems' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}');
  expect(await screen.findByRole('button', { name: /^Emblem: 🏬/ })).toBeDefined();
});

it('leaves Escape to the gallery that stands above it', async () => {
  const { user } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Emblem/ }));
  const gallery = await screen.findByRole('dialog', { name: 'Choose an emblem' });
  within(gallery).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose an emblem' })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

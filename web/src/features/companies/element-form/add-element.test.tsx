import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal, unreachable, type Answer } from '../../../testing/fake-server.ts';
import { aNode } from '../../../testing/tree-factory.ts';
import {
  add,
  answering,
  choose,
  chooseSpeaker,
  DOOR,
  field,
  MAIN,
  onClose,
  onDone,
  press,
  setUpElementForm,
  SHOP,
  SPEAKER,
} from './element-form-harness.tsx';

setUpElementForm();

describe('adding', () => {
  it('offers an element or a company below a main company', async () => {
    await add(MAIN);
    const types = await screen.findAllByRole('radio');
    expect(types.map((type) => type.closest('div')?.textContent)).toEqual(['Element', 'Company']);
    expect(press('Add New')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(press('Cancel')).toBeDefined();
  });

  it('offers a device below a company', async () => {
    await add(SHOP);
    expect((await screen.findAllByRole('radio')).map((type) => type.closest('div')?.textContent)).toEqual(['Device']);
    expect(field('Serial number')).toHaveProperty('readOnly', true);
    expect(field('City')).toHaveProperty('value', 'Berlin');
  });

  it('offers nothing below a device, and shows that', async () => {
    await add(DOOR);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Elements cannot be added to Device');
    expect(alert.textContent).toContain('Cannot add elements to this parent. Device elements cannot have children.');
    expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
  });

  it('sets the continent of a chosen country, and keeps one that was chosen', async () => {
    const { user } = await add(MAIN);
    const pressed = (name: string) => press(name).getAttribute('aria-pressed');
    await user.click(await screen.findByText('Company'));
    await choose(user, 'Country: Choose a country', 'Germany');
    await waitFor(() => expect(pressed('Europe')).toBe('true'));
    expect(screen.getByRole('button', { name: 'Country: Germany' })).toBeDefined();
    await user.click(press('Africa'));
    await choose(user, 'Country: Choose a country', 'Niger');
    expect([pressed('Africa'), pressed('Europe')]).toEqual(['true', 'false']);
  });

  it('sends every chosen value', async () => {
    const { user, requestsTo } = await add(
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
    const zone = await screen.findByRole('combobox', { name: 'Time zone' });
    await user.clear(zone);
    await user.type(zone, 'berl');
    await user.click(screen.getByRole('option', { name: /Berlin/ }));
    await user.click(press('Add New'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(8));
    expect(requestsTo('/company/add').map(({ body }) => body)).toEqual([
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
        coordinates: null,
        time_zone: 'Europe/Berlin',
        parent_company_id: 1,
        user_id: 1,
      },
    ]);
  });

  it('shows the error of each invalid field, and focuses the first one', async () => {
    const { user, requestsTo } = await add(aNode(3, { type: 'Company' }));
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
    expect(requestsTo('/company/add')).toEqual([]);
  });

  it('submits with Enter in any field', async () => {
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

  it('is bound after its element is created', async () => {
    const { user, calls } = await add(
      SHOP,
      adding(answering('/devices/bind/company/serial', () => Response.json(SPEAKER))),
    );
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

  it('keeps its element when binding fails, and binds it at the next attempt without a second element', async () => {
    let broken = true;
    const bind = () => (broken ? refusal(409, 'This device is bound elsewhere') : Response.json(SPEAKER));
    const { user, requestsTo } = await add(SHOP, adding(answering('/devices/bind/company/serial', bind)));
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
    expect(requestsTo('/company/add')).toHaveLength(1);
    expect(requestsTo('/devices/bind/company/serial')).toHaveLength(2);
  });

  it('may stay unbound: closing opens its element', async () => {
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

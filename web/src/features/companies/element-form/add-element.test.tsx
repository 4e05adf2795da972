import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import {
  add,
  answering,
  choose,
  chooseSpeaker,
  DOOR,
  MAIN,
  onDone,
  press,
  setUpElementForm,
  SHOP,
  SPEAKER,
} from './element-form-harness.tsx';

setUpElementForm();

describe('adding', () => {
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
});

describe('a new device', () => {
  const adding =
    (bind: Answer): Answer =>
    (call) =>
      call.path === '/company/add' ? Response.json({ company_id: 8, id: 8 }) : bind(call);

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
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';
import { ElementForm } from './element-form.tsx';
import {
  answering,
  chooseSpeaker,
  DOOR,
  edit,
  field,
  LISTS,
  MAIN,
  onClose,
  onDone,
  press,
  setUpElementForm,
  SHOP,
  SPEAKER,
  withLists,
} from './element-form-harness.tsx';

setUpElementForm();

describe('an existing element', () => {
  it('is edited, without a type switcher', async () => {
    const { user, requestsTo } = await edit(
      SHOP,
      answering('/company', () => Response.json(aCompanyInfo(SHOP))),
    );
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Serial number' })).toBeNull();
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Shop 2');
    await user.click(press('Save Changes'));
    await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(3));
    expect(requestsTo('/company')).toMatchObject([
      { method: 'PUT', body: { company_id: 3, user_id: 1, name: 'Shop 2', country: 'Germany' } },
    ]);
  });

  it('shows that it is preparing while the lists are loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    await openPage(
      <ElementForm mode="add" parent={MAIN} onDone={onDone} onClose={onClose} />,
      withLists(answering('/admin/countries/UTCzones', () => promise)),
    );
    expect(await screen.findByText('Подготовка формы...')).toBeDefined();
    resolve(Response.json(LISTS['/admin/countries/UTCzones']));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined();
  });

  it('shows that it does not exist, and retries', async () => {
    let deleted = true;
    const info = () => (deleted ? refusal(404, 'Company not found') : Response.json(aCompanyInfo(SHOP)));
    const { user } = await openPage(
      <ElementForm mode="edit" node={SHOP} onDone={onDone} onClose={onClose} />,
      withLists(answering('/company/info', info)),
    );
    expect(await screen.findByText('This element does not exist any more, or is not yours.')).toBeDefined();
    deleted = false;
    await user.click(press('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Shop 1');
  });

  it('cannot be saved after another user has deleted it, and keeps the input', async () => {
    await openPage(
      <ElementForm mode="edit" node={SHOP} deleted onDone={onDone} onClose={onClose} />,
      withLists(answering('/company/info', () => Response.json(aCompanyInfo(SHOP)))),
    );
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Shop 1');
    expect(screen.getByRole('alert').textContent).toContain('This was deleted meanwhile');
    expect(press('Save Changes')).toHaveProperty('disabled', true);
  });

  it('without a serial gets one, which is bound at once', async () => {
    const { user, requestsTo } = await edit(
      DOOR,
      answering('/devices/bind/company/serial', () => Response.json(SPEAKER)),
    );
    await user.click(press('Save Changes'));
    expect(screen.getByText('Device must be selected and bound')).toBeDefined();
    await chooseSpeaker(user);
    await waitFor(() => expect(field('Serial number')).toHaveProperty('value', SPEAKER.serial));
    expect(screen.getByText(`Device ${SPEAKER.serial} is bound.`)).toBeDefined();
    expect(document.activeElement).toBe(field('Serial number'));
    expect(requestsTo('/devices/bind/company/serial')).toMatchObject([
      { body: { company_id: 4, serial: SPEAKER.serial } },
    ]);
    expect(requestsTo('/company')).toEqual([]);
    await user.click(press('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['Failed to assign device: It is bound elsewhere', () => refusal(409, 'It is bound elsewhere')],
    ['Failed to bind device', () => refusal(500)],
  ])('shows: %s', async (text, bind) => {
    const { user } = await edit(DOOR, answering('/devices/bind/company/serial', bind));
    await chooseSpeaker(user);
    expect(await screen.findByText(text)).toBeDefined();
    expect(field('Serial number')).toHaveProperty('value', '');
  });

  it('without an address of its own begins with that of its company', async () => {
    const nowhere = aNode(4, { type: 'Device', serial: SPEAKER.serial });
    const form = <ElementForm mode="edit" node={nowhere} place={SHOP} onDone={onDone} onClose={onClose} />;
    const { user } = await openPage(
      form,
      withLists(({ path }) => (path.startsWith('/company') ? Response.json(aCompanyInfo(nowhere)) : undefined)),
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

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
});

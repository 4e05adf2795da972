import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useState } from 'react';
import { useGetUserSettingsQuery } from '../../../lib/session/settings-api.ts';
import { firstOf, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeSettings } from '../../../testing/settings-factory.ts';
import { add, answering, field, MAIN, onClose, press, setUpElementForm, withLists } from './element-form-harness.tsx';
import { ElementForm } from './element-form.tsx';

setUpElementForm();

it('keeps the input while a list is refetched', async () => {
  const { user } = await add(
    MAIN,
    answering('/voices/languages', () => refusal(500)),
  );
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall');
  await user.click(press('Retry'));
  expect(field('Name')).toHaveProperty('value', 'Hall');
});

it('requests the sample of the voice in the order of the form', async () => {
  const { user, calls } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Play/ }));
  const samples = () => calls.map(({ path }) => path).filter((path) => path.includes('sample'));
  const voice = 'ru-RU-Standard-A';
  await waitFor(() =>
    expect(samples().slice(0, 2)).toEqual([`/voices/voice/sample/${voice}`, `/voices/sample-url/${voice}`]),
  );
});

it('confirms before the input is discarded', async () => {
  const { user } = await add(MAIN);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('moves through the emblems with the arrow keys', async () => {
  const { user } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Emblem: 🏢/ }));
  const search = await screen.findByRole('combobox', { name: 'Search emblems' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}');
  expect(await screen.findByRole('button', { name: /^Emblem: 🏬/ })).toBeDefined();
});

it('leaves Escape to the gallery that is open above it', async () => {
  const { user } = await add(MAIN);
  await user.click(await screen.findByRole('button', { name: /^Emblem/ }));
  const gallery = await screen.findByRole('dialog', { name: 'Choose an emblem' });
  within(gallery).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose an emblem' })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

function Page() {
  useGetUserSettingsQuery();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ElementForm mode="add" parent={MAIN} onDone={() => setOpen(false)} onClose={onClose} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Add
    </button>
  );
}

it('offers no draft of an element that was added', async () => {
  const answer = firstOf(
    answering('/users/settings', () => Response.json(makeSettings({ auto_save: true }))),
    answering('/company/add', () => Response.json({ company_id: 8, id: 8 })),
  );
  const { user } = await openPage(<Page />, withLists(answer));
  await user.click(press('Add'));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hall{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
  expect(screen.queryByText(/^Draft of/)).toBeNull();
});

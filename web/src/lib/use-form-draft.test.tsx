import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { createTestStore, renderPage } from '../testing/render-page.tsx';
import { makeSettings } from '../testing/settings-factory.ts';
import { DraftOffer } from '../ui/draft-offer.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { readDraft, writeDraft } from './drafts.ts';
import { startI18n } from './i18n.ts';
import { clearSession, writeSession } from './session/session-store.ts';
import { endSession } from './session/session-slice.ts';
import { settingsApi } from './session/settings-api.ts';
import { useFormDraft } from './use-form-draft.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  writeSession({ user_id: 7, role: 'user' }, 'key');
  await startI18n();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const OPENED = { name: 'Bell', room: 'Hall' };

function Form({ onDirty }: { onDirty?: (dirty: boolean) => void }) {
  const [values, setValues] = useState(OPENED);
  const draft = useFormDraft({
    name: 'bell:1',
    values,
    opened: OPENED,
    dirty: values !== OPENED,
    restore: setValues,
  });
  return (
    <>
      <DraftOffer draft={draft} />
      <input
        aria-label="Name"
        value={values.name}
        onChange={({ currentTarget }) => {
          setValues({ ...values, name: currentTarget.value });
          onDirty?.(true);
        }}
      />
      <button type="button" onClick={draft.forget}>
        Save
      </button>
    </>
  );
}

async function open(auto_save = true, element = <Form />) {
  const store = createTestStore();
  await store.dispatch(
    settingsApi.util.upsertQueryData('getUserSettings', undefined, makeSettings({ auto_save })) as never,
  );
  return { ...renderPage(element, { store }), store };
}
const type = (text: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: text } });
const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000));
const kept = () => readDraft('bell:1')?.values;
const offer = () => screen.queryByText(/^Draft of/);
const nameShown = () => screen.getByLabelText<HTMLInputElement>('Name').value;

it('keeps what is typed a second after the last change, and offers it when the form is opened again', async () => {
  const { unmount } = await open();
  expect(offer()).toBeNull();
  type('Gong');
  expect(kept()).toBeUndefined();
  await settle();
  // Only what was typed, so that nothing else is taken back later.
  expect(kept()).toEqual({ name: 'Gong' });
  unmount();
  await open();
  expect(offer()?.textContent).toMatch(/^Draft of \d\d:\d\d$/);
  expect(nameShown()).toBe('Bell');
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(nameShown()).toBe('Gong');
  expect(offer()).toBeNull();
});

it('keeps the last change of a page that is left or reloaded', async () => {
  const { unmount } = await open();
  type('Gong');
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(kept()).toEqual({ name: 'Gong' });
  type('Horn');
  unmount();
  expect(kept()).toEqual({ name: 'Horn' });
});

it('forgets it when it is saved or discarded', async () => {
  const { unmount } = await open();
  type('Gong');
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(kept()).toBeUndefined();
  unmount();
  expect(kept()).toBeUndefined();
  writeDraft('bell:1', { name: 'Horn' });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(kept()).toBeUndefined();
  expect(offer()).toBeNull();
});

it('keeps nothing for who does not want it, or before that is known', async () => {
  writeDraft('bell:1', { name: 'Horn' });
  const { unmount } = await open(false);
  expect(offer()).toBeNull();
  type('Gong');
  await settle();
  unmount();
  expect(kept()).toEqual({ name: 'Horn' });
  renderPage(<Form />);
  expect(offer()).toBeNull();
});

it('restores only fields that the form has, of their kind', async () => {
  writeDraft('bell:1', { name: ['Gong'], room: 'Yard', colour: 'red' });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(nameShown()).toBe('Bell');
  await settle();
  expect(kept()).toEqual({ room: 'Yard' });
});

it('survives the end of a session, and not a sign-out', async () => {
  const { store } = await open();
  type('Gong');
  await settle();
  store.dispatch(endSession('expired') as never);
  writeSession({ user_id: 7, role: 'user' }, 'next');
  expect(kept()).toEqual({ name: 'Gong' });
  store.dispatch(endSession('signed_out') as never);
  clearSession();
  writeSession({ user_id: 7, role: 'user' }, 'another');
  expect(kept()).toBeUndefined();
});

it('forgets the drafts of a dialog whose input is given up', async () => {
  const onClose = vi.fn<() => void>();
  await open(
    true,
    <FormDialog title="Edit" onClose={onClose}>
      {(parts) => <Form onDirty={parts.onDirty} />}
    </FormDialog>,
  );
  type('Gong');
  await settle();
  expect(kept()).toEqual({ name: 'Gong' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await settle();
  expect(onClose).toHaveBeenCalledOnce();
  expect(kept()).toBeUndefined();
});

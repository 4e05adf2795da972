import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useReportedDirty } from './use-reported-dirty.ts';

beforeEach(startI18n);
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

function Form({ api, onDirty }: { api: EventTarget; onDirty: (dirty: boolean) => void }) {
  const [dirty, setDirty] = useState(true);
  useEffect(() => api.addEventListener('answer', () => setDirty(false)), [api]);
  useReportedDirty(dirty, onDirty);
  return <p>{dirty ? 'typed' : 'saved'}</p>;
}
const pressEscape = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

/** In the very moment in which a text appears, before anything that React does later. */
const whenShown = (text: string, act: () => void) =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (screen.queryByText(text) === null) return;
      observer.disconnect();
      act();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });

it('closes at once by Escape in the moment in which the form shows that it is saved, and asks before', async () => {
  const [onClose, api] = [vi.fn(), new EventTarget()];
  renderPage(
    <FormDialog title="Edit" onClose={onClose}>
      {({ onDirty }) => <Form api={api} onDirty={onDirty} />}
    </FormDialog>,
    { address: '/plan' },
  );
  await screen.findByText('typed');
  act(() => void pressEscape());
  const keep = await screen.findByRole('button', { name: 'Keep editing' });
  act(() => keep.click());
  expect(onClose).not.toHaveBeenCalled();
  const shown = whenShown('saved', pressEscape);
  // Outside of `act`, which would run what React does later at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  api.dispatchEvent(new Event('answer'));
  await shown;
  expect(onClose).toHaveBeenCalledOnce();
});

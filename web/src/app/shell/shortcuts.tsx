import { Modal } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../lib/translation.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useNavigation } from './navigation.tsx';

/** The second key of `g h` is pressed within this. */
const SEQUENCE_MS = 1_000;

const KeyTable = lazyPart({
  load: async () => (await import('../../features/shell/help/index.ts')).KeyTable,
  Waiting: () => <LineSkeletons count={8} height={24} />,
});

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([data-tick]), textarea, select, [contenteditable="true"]') !== null;

const ROW = 'li, tr, article';

/** The next or the last row of the list; the first one where none has the focus. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')];
  const at = rows.findIndex((row) => (row.closest(ROW) ?? row).contains(document.activeElement));
  rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}

/** Ticks the row, or takes its tick away. */
const tickRow = (): void =>
  document.activeElement?.closest(ROW)?.querySelector<HTMLElement>('input[data-tick]')?.click();

/** The keys that work everywhere; see SHELL-44. Renders the list of them, which `?` opens. */
export function Shortcuts() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  const { entries } = useNavigation();
  const [opened, list] = useDisclosure(false);
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter' && event.target instanceof Element) event.target.closest('form')?.requestSubmit();
      return;
    }
    // A dialog has keys of its own.
    if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
    const isSecond = event.timeStamp - goAt.current < SEQUENCE_MS;
    goAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const entry = isSecond ? entries.find(({ key }) => key === event.key) : undefined;
    if (entry) void navigate(entry.path);
    else if (event.key === '?') list.open();
    else if (event.key === 'j' || event.key === 'k') focusRow(event.key === 'j' ? 1 : -1);
    else if (event.key === 'x') tickRow();
    else if (event.key === 'n') document.querySelector<HTMLElement>('#content [data-new] :is(a, button)')?.click();
    else if (event.key === '/') {
      const search = document.querySelector<HTMLElement>('#content [data-search]');
      if (!search) return;
      // Otherwise it is typed into the field.
      event.preventDefault();
      search.focus();
    }
  });
  return (
    <Modal
      opened={opened}
      onClose={list.close}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <KeyTable />
    </Modal>
  );
}

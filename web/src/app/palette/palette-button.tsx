import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useCompactHeader } from '../../lib/use-breakpoint.ts';
import { Palette } from './palette.tsx';

/**
 * The quick find, with Ctrl+K or Cmd+K anywhere in the console. `dialog` is rendered apart from the button.
 */
export function usePalette() {
  const [opened, palette] = useDisclosure(false);
  // Mounted at the first use; afterwards it stays, so that closing is animated and returns the focus.
  const [used, setUsed] = useState(false);
  if (opened && !used) setUsed(true);
  useHotkeys([['mod+K', palette.toggle]], [], true);
  return { open: palette.open, dialog: used && <Palette opened={opened} onClose={palette.close} /> };
}

export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const compact = useCompactHeader();
  return (
    <Tooltip label={t('palette.button_hint')} withinPortal={false}>
      <ActionIcon
        variant="default"
        radius="xl"
        size={compact ? 40 : 32}
        aria-label={t('palette.title')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
      >
        <IconSearch size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

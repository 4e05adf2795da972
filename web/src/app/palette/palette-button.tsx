import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { Palette } from './palette.tsx';
import classes from './palette-button.module.css';

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

/** Looks like the field that it opens; an icon where there is a bottom bar. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const mobile = useMobile();
  const button = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick: onOpen };
  if (mobile) {
    return (
      <ActionIcon {...button} aria-label={t('palette.title')} variant="subtle" color="gray" size={44}>
        <IconSearch size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton {...button} className={classes.field}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <VisuallyHidden>{t('palette.title')}: </VisuallyHidden>
      {t('palette.field')}
      <kbd>Ctrl K</kbd>
    </UnstyledButton>
  );
}

import { Input, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmblemIcon } from '../../../../ui/emblems/emblem-icon.tsx';
import classes from './emblem-field.module.css';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';

/** The gallery is loaded when it is opened. */
const EmblemGallery = lazyDialog(async () => (await import('../../../../ui/emblems/emblem-gallery.tsx')).default);

type Props = {
  value: string;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onChange: (emblem: string) => void;
};

/** A card with the emblem, which opens the gallery. */
export function EmblemField({ value, opened, onOpen, onChange }: Props) {
  const { t } = useTranslation('element-form');
  return (
    <>
      <Input.Wrapper label={t('emblem.label')} labelElement="div">
        <UnstyledButton
          className={classes.card ?? ''}
          aria-label={t('emblem.choose', { emblem: value })}
          aria-haspopup="dialog"
          onClick={() => onOpen(true)}
        >
          <EmblemIcon emblem={value} size={28} />
        </UnstyledButton>
      </Input.Wrapper>
      {opened && <EmblemGallery selected={value} onPick={onChange} onClose={() => onOpen(false)} />}
    </>
  );
}

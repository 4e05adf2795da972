import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import classes from './form.module.css';

type Props = {
  label: string;
  value: ReactNode;
  /** In grey after the value: from where it is inherited. */
  source?: string | null;
  /** Of the button, such as "Change here". */
  changeLabel?: string;
  isOpen?: boolean;
  /** null: the person may not change it. */
  onOpen: (() => void) | null;
  /** The form that replaces value and button while it is open. */
  children?: ReactNode;
};

/** A label with its value, which becomes a form where it stands. */
export function EditableLine({ label, value, source, changeLabel, isOpen = false, onOpen, children }: Props) {
  const { t } = useTranslation('form');
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      {isOpen ? (
        <div className={classes.editor}>{children}</div>
      ) : (
        <>
          <span>
            {value}
            {source != null && <span className={classes.source}>{source}</span>}
          </span>
          {onOpen && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`${changeLabel ?? t('change')}: ${label}`}
              onClick={onOpen}
            >
              {changeLabel ?? t('change')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

type ButtonsProps = { pending: boolean; disabled?: boolean; onCancel: () => void; children?: ReactNode };

export function SaveButtons({ pending, disabled = false, onCancel, children }: ButtonsProps) {
  const { t } = useTranslation('form');
  return (
    <Group gap="xs" justify="flex-end">
      {children}
      <Button variant="default" size="sm" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" size="sm" loading={pending} disabled={disabled}>
        {t('save')}
      </Button>
    </Group>
  );
}

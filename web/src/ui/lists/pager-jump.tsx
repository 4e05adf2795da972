import { NumberInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** A field for the number of a page; Enter opens it, the last one for a number beyond it. */
export function PagerJump({ pages, onGo }: { pages: number; onGo: (page: number) => void }) {
  const { t } = useTranslation('common');
  const [wanted, setWanted] = useState<number | string>('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typeof wanted !== 'number') return;
    setWanted('');
    onGo(Math.min(Math.max(1, wanted), pages));
  };
  return (
    <form onSubmit={submit}>
      <NumberInput
        w={96}
        aria-label={t('pager.jump')}
        placeholder={t('pager.jump_hint')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        maxLength={7}
        value={wanted}
        onChange={setWanted}
      />
    </form>
  );
}

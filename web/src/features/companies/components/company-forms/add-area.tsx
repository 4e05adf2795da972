import { Button } from '@mantine/core';
import { useClickOutside, useHotkeys } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusAfter } from '../../../../lib/hooks/use-focus-after.ts';
import { toast } from '../../../../ui/toast.ts';
import { NO_INLINE } from '../../company-form.ts';
import type { CompanyPage } from '../../use-company-page.ts';
import { AddCompany } from './add-company.tsx';
import { AddDetails } from './company-details.tsx';
import classes from '../main/main-companies.module.css';

type Props = { page: CompanyPage; userId: number; children: ReactNode };

/**
 * The button that opens and closes the form for a new company, and the form. Escape and a press elsewhere close it
 * (see TREE-24) and keep the input for the next time; Cancel clears it.
 */
export function AddArea({ page: { address, change, selectNew }, userId, children }: Props) {
  const { t } = useTranslation('companies');
  const [draft, setDraft] = useState(NO_INLINE);
  const toggle = useFocusAfter<HTMLButtonElement>(address.do === 'add-details');
  const opened = address.do === 'add';
  const close = (): void => change({ do: null }, { replace: true });
  const cancel = (): void => {
    setDraft(NO_INLINE);
    close();
    toggle.current?.focus();
  };
  const area = useClickOutside<HTMLDivElement>(
    (event) => {
      if (opened && !(toggle.current && event.composedPath().includes(toggle.current))) close();
    },
    // A touch that scrolls the page is not a press.
    ['mousedown'],
  );
  useHotkeys(
    opened
      ? [
          [
            'Escape',
            () => {
              close();
              toggle.current?.focus();
            },
          ],
        ]
      : [],
    [],
  );
  const added = (company_id: number, name: string): void => {
    setDraft(NO_INLINE);
    toast('success', t('done.added', { name }));
    selectNew(company_id);
    toggle.current?.focus();
  };
  return (
    <>
      <div className={classes.tools}>
        {children}
        <Button
          ref={toggle}
          variant={opened ? 'default' : 'filled'}
          leftSection={opened ? <IconX size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={() => (opened ? cancel() : change({ do: 'add' }))}
        >
          {t(opened ? 'actions.cancel' : 'actions.add')}
        </Button>
        {opened && (
          <div ref={area} className={classes.form}>
            <AddCompany
              userId={userId}
              draft={draft}
              onTyped={setDraft}
              onAdded={added}
              onCancel={cancel}
              onMore={() => change({ do: 'add-details' })}
            />
          </div>
        )}
      </div>
      {address.do === 'add-details' && <AddDetails userId={userId} draft={draft} onAdded={added} onClose={close} />}
    </>
  );
}

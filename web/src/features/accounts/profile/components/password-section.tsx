import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShowBanner } from '../../../../ui/states/banner.tsx';
import { PasswordSectionForm } from './password-section-form.tsx';
import classes from './password-section.module.css';

/** Change Password below Personal Information, collapsed at first. */
export function PasswordSection({ email, banner }: { email: string; banner: ShowBanner }) {
  const { t } = useTranslation('profile');
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const fold = (): void => {
    setExpanded(false);
    toggle.current?.focus();
  };
  return (
    <div className={classes.section}>
      <UnstyledButton
        ref={toggle}
        className={classes.toggle}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded((before) => !before)}
      >
        <IconChevronDown size={16} className={classes.chevron} data-expanded={expanded || undefined} aria-hidden />
        {t('password.title')}
      </UnstyledButton>
      <Collapse expanded={expanded} keepMounted={false} id={id}>
        <div className={classes.body}>
          <PasswordSectionForm email={email} banner={banner} onDone={fold} />
        </div>
      </Collapse>
    </div>
  );
}

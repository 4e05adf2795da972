import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './check-list.module.css';

/** `tested` false: `ok` says nothing. */
type Check = { name: string; ok: boolean; tested?: boolean | undefined; text: string };

/** Results of checks, one per line. */
export function CheckList({ label, checks }: { label: string; checks: readonly Check[] }) {
  const { t } = useTranslation('device-settings');
  return (
    <ul className={classes.list} aria-label={label}>
      {checks.map(({ name, ok, tested = true, text }) => (
        <li key={name} className={classes.check} data-ok={tested ? ok : undefined}>
          <Mark ok={ok} tested={tested} />
          <span>{name}</span>
          <span className={classes.text}>{tested ? text : t('info.not_tested', { detail: text })}</span>
        </li>
      ))}
    </ul>
  );
}

function Mark({ ok, tested }: { ok: boolean; tested: boolean }) {
  if (!tested) return <IconCircleDashed size={16} aria-hidden />;
  return ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />;
}

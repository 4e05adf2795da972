import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './check-list.module.css';

type Check = { name: string; ok: boolean; text: string };

/** Results of checks, one per line. */
export function CheckList({ label, checks }: { label: string; checks: readonly Check[] }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {checks.map(({ name, ok, text }) => (
        <li key={name} className={classes.check} data-ok={ok}>
          {ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          <span>{name}</span>
          <span className={classes.text}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

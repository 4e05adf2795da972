import { PASSWORD_SCORE_MAX, passwordStrength, type PasswordStrength } from '@belfry/schemas/domain/password';
import { Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import classes from './strength-meter.module.css';

const COLOURS: Record<PasswordStrength['level'], string> = { weak: 'error', medium: 'device', strong: 'success' };

/** Strength of a new password in six steps; has the same height while nothing is typed; see SESSION-2. */
export function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation('ui');
  const { score, level } = passwordStrength(password);
  const empty = password === '';
  const label = empty ? t('strength.none') : t(`strength.${level}`);
  const colour = `var(--bf-${COLOURS[level]})`;
  return (
    <div className={classes.root}>
      <meter
        className={classes.meter}
        aria-label={t('strength.label')}
        aria-valuetext={label}
        min={0}
        max={PASSWORD_SCORE_MAX}
        value={score}
      />
      <div aria-hidden className={classes.track} style={{ color: colour }}>
        {Array.from({ length: PASSWORD_SCORE_MAX }, (_, step) => (
          <span key={step} className={classes.step} data-on={step < score || undefined} />
        ))}
      </div>
      <Text size="xs" fw={600} c={empty ? 'dimmed' : colour} className={classes.word}>
        {label}
      </Text>
    </div>
  );
}

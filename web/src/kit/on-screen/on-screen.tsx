import type { PlayerScreen } from '@belfry/schemas/http/player/player';
import type { ReactNode } from 'react';
import classes from './on-screen.module.css';

/** Texts of scenarios, the newest first, to be read from afar. It stays where there are none, so that the next one is read out. */
export function ScreenTexts({ label, texts }: { label: string; texts: PlayerScreen['texts'] }) {
  return (
    <section className={classes.texts} aria-live="polite" aria-label={label}>
      {texts.map(({ id, text, colour }) => (
        <p key={id} className={classes.text} data-colour={colour} dir="auto">
          {text}
        </p>
      ))}
    </section>
  );
}

/** An emergency, or a drill of one, over everything. `kind`: its word. */
export function ScreenEmergency({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <div className={classes.emergency} role="alert">
      <p className={classes.kind}>{kind}</p>
      {children}
    </div>
  );
}

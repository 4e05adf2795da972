import type { BellCalendar } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import classes from './bells.module.css';

/** The timetables that the shown days ring, with their bells: on paper only, below the calendar. */
export function TimetableSheet({ bells, timetables }: { bells: BellCalendar; timetables: readonly Timetable[] }) {
  const rung = new Set(bells.days.map(({ timetable_id }) => timetable_id));
  return timetables
    .filter(({ id }) => rung.has(id))
    .map((timetable) => (
      <section key={timetable.id} className={classes.sheet}>
        <h3>
          <span className={classes.mark} data-colour={timetable.colour} aria-hidden /> {timetable.name}
        </h3>
        <ol className="tabular">
          {timetable.bells.map(({ at, label }) => (
            <li key={at}>
              {at} {label}
            </li>
          ))}
        </ol>
      </section>
    ));
}

/** In px, also of the chart's placeholder, so that nothing moves when the chart is rendered. */
export const CHART_HEIGHT = 220;

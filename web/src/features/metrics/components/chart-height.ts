/** In px; the chart's placeholder has it too, so that nothing moves when the chart arrives. */
export const CHART_HEIGHT = 220;

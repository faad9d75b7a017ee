export const MOST_GLANCES = 100;
export const GLANCE_CHECKS = 20;
export const GLANCE_DAYS = 30;

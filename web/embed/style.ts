/** Important, because the website's own rules win over those of a shadow root. */
export const STYLE = `
:host{all:initial!important;display:contents!important}
.box{display:flex;gap:4px;box-sizing:border-box;font:500 14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);color-scheme:light dark}
.box:not(.frame){position:fixed;z-index:2147483000}
.on{align-items:center;background:var(--background);border:1px solid var(--border);padding:4px}
.left,.right{bottom:max(16px,env(safe-area-inset-bottom));max-width:min(26rem,calc(100vw - 32px));border-radius:14px}
.on:is(.left,.right){box-shadow:0 6px 24px rgb(0 0 0/.18)}
.left{left:max(16px,env(safe-area-inset-left))}
.right{right:max(16px,env(safe-area-inset-right))}
.top{inset:0 0 auto;justify-content:center;border-width:0 0 1px;padding-top:max(4px,env(safe-area-inset-top))}
.frame.on{border-radius:14px}
.live{display:flex;align-items:center;min-width:0}
.frame .live{flex:1}
a,button{color:inherit;font:inherit;border-radius:9px;outline-offset:-2px}
a{display:flex;align-items:baseline;gap:8px;min-width:0;padding:6px 8px;text-decoration:none;overflow-wrap:anywhere}
a:hover .title,a:only-child:hover b:last-child{text-decoration:underline}
b{font-weight:600;text-wrap:balance}
.dot{flex:none;align-self:center;width:10px;height:10px;border-radius:50%;background:var(--tone);forced-color-adjust:none}
.more{flex:none}
button{flex:none;width:32px;height:32px;padding:0;border:0;background:none;cursor:pointer;font-size:18px;line-height:1}
button:hover,.more:hover{background:color-mix(in srgb,var(--text) 10%,transparent)}
:focus-visible{outline:2px solid var(--text)}
@media (prefers-reduced-motion:no-preference){.on{animation:in .2s ease-out}@keyframes in{from{opacity:0}}}
@media print{.box{display:none}}
`.replaceAll("\n", "");

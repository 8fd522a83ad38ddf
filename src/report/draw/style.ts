/**
 * The report's only stylesheet. People with any colour blindness can distinguish the colours (after Okabe and Ito), and
 * no information depends on colour alone.
 */
export const STYLE = `
:root{color-scheme:light dark;
--paper:light-dark(#fff,#14171b);--raised:light-dark(#f6f7f9,#1c2026);--ink:light-dark(#1c2430,#e7eaee);--muted:light-dark(#5a6473,#a2acb9);
--line:light-dark(#e2e6eb,#2d333b);--line-strong:light-dark(#b4bcc7,#57606c);
--accent:light-dark(#2b6cb0,#5ea3e6);--accent-soft:light-dark(#a9cbec,#2f5a87);--accent-text:light-dark(#235a94,#86bdf2);
--before:light-dark(#9aa4b1,#707b89);--second:light-dark(#7a5195,#b08fd0);
--mark:light-dark(#d55e00,#f08c3a);--mark-text:light-dark(#ad4b00,#f6a768);--mark-soft:light-dark(#fdf1e7,#33241a);
--good:light-dark(#00745a,#35b894);--good-soft:light-dark(#e9f5f1,#15302a)}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
.page{max-width:1080px;margin:0 auto;padding:40px 24px 64px;display:grid;grid-template-columns:190px minmax(0,720px);gap:0 64px;justify-content:center}
header,main,footer{grid-column:2;min-width:0}
nav{grid-column:1;grid-row:1/span 3}
nav ul{list-style:none;margin:0;padding:0;position:sticky;top:40px;font-size:14px;border-left:2px solid var(--line)}
nav a{display:block;padding:4px 0 4px 14px;color:var(--muted);text-decoration:none}
nav a:hover{color:var(--accent-text)}
a{color:var(--accent-text);text-underline-offset:2px}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--paper);padding:8px 12px;z-index:1}
.brand{display:flex;align-items:center;gap:9px;margin:0 0 6px;color:var(--muted);font-size:14px}
.brand svg{width:20px;height:20px;fill:var(--accent)}
h1{font-size:30px;line-height:1.2;letter-spacing:-.015em;margin:0 0 24px;font-weight:650}
h2{font-size:21px;line-height:1.3;letter-spacing:-.01em;margin:0 0 14px;font-weight:650}
h3{font-size:16px;line-height:1.4;margin:0 0 6px;font-weight:650}
section{padding-top:30px;margin-top:38px;border-top:1px solid var(--line)}
p{margin:0 0 14px}
small,.note,figcaption{font-size:14px;color:var(--muted)}
.note{margin:0 0 10px}
b{font-weight:650}
code,pre{font:13.5px/1.55 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--raised);padding:14px 16px;border-radius:8px;overflow-x:auto;margin:0 0 14px;white-space:pre-wrap}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.verdict{display:flex;gap:16px;align-items:flex-start;padding:20px 22px;border-radius:12px;margin-bottom:20px}
.verdict p{margin:0}.verdict .word{font-size:22px;line-height:1.3;font-weight:650;letter-spacing:-.01em;margin-bottom:2px}
.verdict.good{background:var(--good-soft)}.verdict.bad,.verdict.warn{background:var(--mark-soft)}
.sign{flex:none;width:34px;height:34px;margin-top:-1px}
.sign circle{fill:var(--good)}.sign path{fill:none;stroke:var(--paper);stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.bad .sign circle,.warn .sign circle{fill:var(--mark)}
.good .word{color:var(--good)}.bad .word,.warn .word{color:var(--mark-text)}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:14px 22px;margin:0 0 20px}
.tiles dt{font-size:14px;color:var(--muted)}.tiles dd{margin:0}
.tiles b{display:block;font-size:27px;line-height:1.25;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.tiles small{display:block;line-height:1.35}
.strip{display:block;width:100%;height:14px;border-radius:4px;overflow:hidden}
.strip .even,.strip .kept{fill:var(--accent)}.strip .odd{fill:var(--accent-soft)}.strip .suppressed{fill:var(--mark)}.strip .missing{fill:var(--before)}
.column .strip{height:26px;margin-bottom:12px}
.rows figcaption{display:flex;flex-wrap:wrap;gap:2px 20px;margin-top:8px}
.key::before{content:"";display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:7px;background:var(--accent)}
.key.suppressed::before{background:var(--mark)}.key.missing::before{background:var(--before)}
figure{margin:0 0 18px}figure>.wide+.narrow+figcaption{margin-top:6px}figcaption p{margin:0 0 10px}figcaption h3{color:var(--ink)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:18px}
.card{background:var(--raised);border-radius:10px;padding:18px 20px}
.card ul{list-style:none;margin:8px 0 0;padding:0}.card li{padding-left:25px;position:relative;margin-bottom:9px;line-height:1.5}
.card li::before{position:absolute;left:0;font-weight:700}
.promised li::before{content:"✓";color:var(--good)}.open li::before{content:"–";color:var(--mark-text)}
.facts{margin:0 0 24px}
.facts>div{display:grid;grid-template-columns:210px minmax(0,1fr);gap:16px;padding:7px 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--muted)}.facts dt::first-letter{text-transform:uppercase}.facts dd{margin:0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:15px;margin:0 0 18px}
caption{text-align:left;font-weight:650;padding:0 0 6px}
th,td{text-align:left;vertical-align:top;padding:8px 14px 8px 0;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
thead th{font-size:13px;font-weight:500;color:var(--muted);padding-top:4px;padding-bottom:4px}
tbody th{font-weight:600;min-width:7.2em}tbody th small{display:block;font-weight:400;line-height:1.4}
td code{display:block;color:var(--muted);margin-top:3px}td small{display:block}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.bars{width:34%;vertical-align:middle}
.overview{table-layout:fixed}.overview th:first-child{width:30%}.overview .bars{width:26%}.overview .number{width:13%}.stacked th[scope=row]{width:30%}
.role{white-space:nowrap}.role.quasi-identifier{color:var(--accent-text);font-weight:600}.role.identifier,.role.sensitive{color:var(--mark-text);font-weight:600}
.mark{white-space:nowrap;font-weight:600}.mark.good{color:var(--good)}.mark.bad{color:var(--mark-text)}
.bar{display:block;width:100%;height:9px}.bar .track{fill:var(--line)}.bar .fill{fill:var(--accent)}
td .bar.value{margin:6px 0 0 auto;width:90px}.bars .bar.value{margin:0;width:100%}
.column{padding:24px 0 6px;break-inside:avoid-page}
.tree,.tree ul{list-style:none;margin:0;padding:0}
.tree ul{margin-left:8px;padding-left:20px}
.tree ul.deep{margin-left:0;padding-left:0}
.tree li{position:relative}
.tree ul>li::before{content:"";position:absolute;left:-20px;top:0;width:14px;height:15px;border-left:1px solid var(--line-strong);border-bottom:1px solid var(--line-strong)}
.tree ul>li:not(:last-child)::after{content:"";position:absolute;left:-20px;top:15px;bottom:0;border-left:1px solid var(--line-strong)}
.tree ul.deep>li::before,.tree ul.deep>li::after{display:none}
.node{display:grid;grid-template-columns:minmax(0,1fr) 150px 62px;gap:14px;align-items:center;padding:3px 0;line-height:24px}
.node.above .name,.node.more .name{color:var(--muted);grid-column:1/3}.node.above .name{grid-column:1/4}
.name small{white-space:nowrap}.node .count{text-align:right;font-variant-numeric:tabular-nums}.node.more .count{color:var(--muted)}
.node.cut .name b{background:light-dark(#e6f0fa,#1d3349);color:var(--accent-text);padding:1px 8px;border-radius:5px;font-weight:600;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.covers{display:block;font-size:13.5px;line-height:1.45;color:var(--muted);opacity:.9;padding:0 230px 5px 8px}
.node.cut.gone .name b{background:none;color:var(--muted);box-shadow:inset 0 0 0 1px var(--line-strong)}
details{margin:0 0 18px}summary{cursor:pointer;color:var(--accent-text);font-size:14px;margin-bottom:8px}
.plot{display:block;max-width:100%;height:auto;overflow:visible}
.plot text{white-space:pre}
.narrow{display:none}
footer{margin-top:44px;padding-top:18px;border-top:1px solid var(--line);font-size:14px;color:var(--muted)}
@media (max-width:1000px){.page{grid-template-columns:minmax(0,720px)}header,main,footer{grid-column:1}nav{grid-column:1;grid-row:auto;margin-top:26px}
nav ul{position:static;border:0;display:flex;flex-wrap:wrap;gap:2px 16px}nav a{padding:2px 0}}
@media (max-width:767px){.wide{display:none}.narrow{display:block}.narrow .plot{width:100%;max-width:480px}}
@media (max-width:640px){.page{padding:22px 16px 48px}h1{font-size:25px}
.tiles{grid-template-columns:1fr 1fr}.pair{grid-template-columns:1fr}
.facts>div{grid-template-columns:1fr;gap:0}
.node{grid-template-columns:minmax(0,1fr) 64px 54px;gap:10px}.covers{padding-right:0}.tree ul{margin-left:5px;padding-left:14px}
.tree ul>li::before,.tree ul>li::after{left:-14px}.tree ul>li::before{width:9px}.tree ul>li:not(:last-child)::after{left:-14px}
.stacked thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacked,.stacked tbody,.stacked tr,.stacked td,.stacked th[scope=row],.stacked caption{display:block;width:auto}
.stacked tr{padding:10px 0;border-bottom:1px solid var(--line)}.stacked td,.stacked th[scope=row]{border:0;padding:2px 0;text-align:left}
.stacked td .bar.value{margin-left:0}.stacked td[data-label]::before{content:attr(data-label) " ";color:var(--muted)}.bars{width:26%}.overview th:first-child{width:33%}.overview .bars{width:20%}.overview .number{width:18%}}
table.approval{table-layout:fixed}table.approval td{height:52px;border-bottom:1px solid var(--line-strong)}table.approval th[scope=row]{font-weight:500}#approval code{overflow-wrap:anywhere}
@page{margin:18mm 16mm}
@media print{:root{color-scheme:light}body{font-size:9.5pt;line-height:1.4}nav,.skip{display:none}.page{display:block;max-width:none;padding:0}
section{break-inside:auto;padding-top:14px;margin-top:16px}h2,h3,caption,thead,section>p:first-of-type{break-after:avoid}tr,figure,.card,.verdict,.tiles>div,#approval{break-inside:avoid}figure:has(table){break-inside:auto}#guarantee{break-after:auto}table.approval td{height:13mm}
.scroll{overflow:visible}table,small,code,.note,figcaption{font-size:8.5pt}section>p,li{break-inside:avoid}th,td{padding-top:3px;padding-bottom:3px}figure,table,.tiles{margin-bottom:10px}footer{break-before:avoid;margin-top:10px;padding-top:6px}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
details::details-content{content-visibility:visible;block-size:auto}summary{display:none}a{color:inherit;text-decoration:none}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`

export const MAPS_STYLE = `
.maps{border:0;padding:0;margin:0}.maps legend{padding:0;margin-bottom:6px;font-size:14px;color:var(--muted)}.maps input{position:absolute;opacity:0}
.maps label{display:inline-block;margin:0 6px 8px 0;padding:2px 10px;border:1px solid var(--line-strong);border-radius:999px;font-size:14px;cursor:pointer}
.maps input:checked+label{background:var(--accent-soft);border-color:var(--accent)}.maps input:focus-visible+label{outline:2px solid var(--accent);outline-offset:2px}
.maps figure{display:none}.maps input:nth-of-type(1):checked~figure:nth-of-type(1),.maps input:nth-of-type(2):checked~figure:nth-of-type(2),.maps input:nth-of-type(3):checked~figure:nth-of-type(3),.maps input:nth-of-type(4):checked~figure:nth-of-type(4),.maps input:nth-of-type(5):checked~figure:nth-of-type(5),.maps input:nth-of-type(6):checked~figure:nth-of-type(6),.maps input:nth-of-type(7):checked~figure:nth-of-type(7),.maps input:nth-of-type(8):checked~figure:nth-of-type(8),.maps input:nth-of-type(9):checked~figure:nth-of-type(9),.maps input:nth-of-type(10):checked~figure:nth-of-type(10){display:block}
`
